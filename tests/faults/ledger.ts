import type { BookedRow, Desk } from "../support/desk";

/** Counts the matching rows of a member's statement. */
export const rows = (like: (row: BookedRow) => boolean) => async (desk: Desk, phone: string) =>
  (await desk.statement(phone)).rows.filter(like).length;
