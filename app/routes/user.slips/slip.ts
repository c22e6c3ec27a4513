import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { slips } from "../../../server/operator/contract/slips";
import type { NO_CODE, SlipFacts } from "../../../server/slips/upload/slip-facts";
import type { TextKey } from "~/ui/request";

type Listed = Output<(typeof slips)["listSlips"]>["slips"][number];

/** A slip as the page shows it. `amount` in minor units; `picture` leads to its image. */
export type Slip = Pick<Listed, "status" | "amount" | "note" | "reference"> & {
  createdAt: Date | string;
  picture: string | null;
};

/** The operator's own link where there is one; else our way to it. The sandbox has no https. */
export function shownSlip(
  { status, amount, note, reference, createdAt, link }: Listed,
  page: number,
  sandbox: boolean,
): Slip {
  const direct = link && (sandbox ? /^https?:\/\// : /^https:\/\//).test(link) ? link : null;
  const gone = reference === null || note === "UPLOADED_FILE_NOT_EXIST";
  const own = gone ? null : `/user/slips/image?${new URLSearchParams({ reference, page: String(page) })}`;
  return { status, amount, note, reference, createdAt, picture: direct ?? own };
}

/** How long the operator's list may lack a slip that it has just taken. */
const LIST_LAG_MS = 120_000;

/** What is known of the slip sent last, while it is being checked. A code that we could not read may be good all the same. */
export function lastSlipText(last: OpView | null, slips: readonly Listed[], now: number): TextKey | null {
  if (last?.op !== "uploadSlip" || last.state !== "done") return null;
  // Where the answer was lost, the list has shown that there is one more slip, and not which.
  const known = last.output as unknown as (SlipFacts & { reference: string | null }) | null;
  const listed = known?.reference ? slips.find(({ reference }) => reference === known.reference) : undefined;
  const lately = now - (last.finishedAt ?? last.startedAt) < LIST_LAG_MS;
  if (!known?.reference) return lately ? "slips:doneHeading" : null;
  if (listed ? listed.status !== "PENDING" : !lately) return null;
  return known.transfer === ("none" satisfies typeof NO_CODE) ? "slips:sentUnread" : "slips:sent";
}
