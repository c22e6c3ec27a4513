import type { Period, Wishes } from "./rules";

/** What a member wants to do: bring money (minor units, null: not known before), or stake it. */
export type Intent = { kind: "deposit"; amount: number | null } | { kind: "play" };

/** Why not: a break, a deposit limit, or limits that could not be compared. */
export type Hindrance = "break" | "limit" | "unread";

/** How the member's wishes are kept now. Amounts in minor units. */
export interface Kept {
  /** What has arrived by deposits in each period; null: it could not be counted. */
  used: Record<Period, number> | null;
  /** What the limits leave; null: without a limit, or not known. */
  left: number | null;
}

/** Whether every limit holds as asked, or a higher one waits until the member confirms it. */
export type Standing = "holds" | "waits";

/** The limits and breaks of the member, who set them. Methods reject if they are not known. */
export interface Protection {
  /** When this visit began, in epoch milliseconds. Pages count to it. */
  visitSince(): number;
  read(): Promise<Wishes & Kept>;
  /** The breaks that are offered, in days. */
  readonly breakDays: readonly number[];
  /** Hours until a higher limit can be confirmed. */
  readonly raiseHours: number;
  /** Null: nothing hinders it. Never rejects: what is not known hinders. */
  hindrance(intent: Intent): Promise<Hindrance | null>;
  /** @throws `stopped` if something hinders it */
  admit(intent: Intent): Promise<void>;
  /** The redirect to the page that says why not; what was typed is kept. */
  stopped(by: Hindrance): Response;
  /** Asks for these limits in minor units, null: none. What raises one must be confirmed later. */
  limit(amounts: Record<Period, number | null>): Promise<Standing>;
  /** Raises a limit as asked, if the waiting time is over. */
  raise(period: Period): Promise<Standing>;
  /** Begins a break, or makes the present one longer. */
  rest(days: number): Promise<void>;
}
