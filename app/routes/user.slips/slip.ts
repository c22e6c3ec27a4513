import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { slips } from "../../../server/operator/contract/slips";
import type { NO_CODE, SlipFacts } from "../../../server/slips/upload/slip-facts";
import type { TextKey } from "~/ui/request";

type Listed = Output<(typeof slips)["listSlips"]>["slips"][number];

/** A slip as the page shows it. `amount` is minor units; `picture` is the URL of its image. */
export type Slip = Pick<Listed, "status" | "amount" | "note" | "reference"> & {
  createdAt: Date | string;
  picture: string | null;
};

/** Converts a slip. `picture` is the operator's link if it is https (or in the sandbox), otherwise our path. */
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

/** Milliseconds until a slip that the operator has accepted appears in its list. */
const LIST_LAG_MS = 120_000;

/** Milliseconds in which the page begins with the result of a slip. */
const RESULT_MS = 3_600_000;

/** The newest slip, if its result is known and news; null otherwise. */
export const newResult = (slips: readonly Slip[], now: number) => {
  const [newest] = slips;
  const isNews = newest && newest.status !== "PENDING" && now - new Date(newest.createdAt).getTime() < RESULT_MS;
  return isNews ? newest : null;
};

/**
 * Whether the balance that was read then (epoch milliseconds) may lack a slip: the list does not say when it was credited,
 * which is at most an hour after it was sent, as older transfers are refused.
 */
export const isCreditedSince = (slips: readonly Slip[], readAt: number) =>
  slips.some(({ status, createdAt }) => status === "SUCCESS" && new Date(createdAt).getTime() + RESULT_MS > readAt);

/** The notice about the last slip while it is being checked. The operator may read a code that we could not. */
export function lastSlipText(last: OpView | null, slips: readonly Listed[], now: number): TextKey | null {
  if (last?.op !== "uploadSlip" || last.state !== "done") return null;
  // `null` if the answer was lost: the list showed one more slip, but not which one.
  const known = last.output as unknown as (SlipFacts & { reference: string | null }) | null;
  const listed = known?.reference ? slips.find(({ reference }) => reference === known.reference) : undefined;
  const lately = now - (last.finishedAt ?? last.startedAt) < LIST_LAG_MS;
  if (!known?.reference) return lately ? "slips:doneHeading" : null;
  if (listed ? listed.status !== "PENDING" : !lately) return null;
  return known.transfer === ("none" satisfies typeof NO_CODE) ? "slips:sentUnread" : "slips:sent";
}
