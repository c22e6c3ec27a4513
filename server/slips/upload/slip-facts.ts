import { createHash } from "node:crypto";
import type { OpView } from "../../operations/types";
import type { SlipCode } from "../../codes/slip-code";
import { UploadFault } from "./fault";

/** What is remembered of a slip that was sent. */
export type SlipFacts = {
  /** Of the file as the member's browser sent it. */
  sha256: string;
  /** SHA-256 of the transfer that the slip's code names, `NO_CODE`, or null when nobody has looked. */
  transfer: string | null;
};

/** We looked for a slip's code in the picture, and found none. */
export const NO_CODE = "none";

/** Which transfer a slip is about, and nothing of it that could be read. */
export function transferOf(found: SlipCode): SlipFacts["transfer"] {
  if (found === null) return null;
  if (found === "none") return NO_CODE;
  return createHash("sha256").update(`${found.bankCode} ${found.transRef}`).digest("hex");
}

/** Of a slip whose answer was lost nothing is known. */
type Known = SlipFacts & { reference: string | null };

/**
 * Asks, as a fault, when the operator has this picture already or another one of the same transfer, and has not found it
 * wanting. @throws UploadFault
 */
export async function refuseSentBefore(
  earlier: readonly OpView[],
  { sha256, transfer }: SlipFacts,
  failed: (reference: string) => Promise<boolean>,
): Promise<void> {
  const sent = earlier
    .filter(({ state }) => state === "done")
    .map(({ output, startedAt }) => ({ ...(output as unknown as Partial<Known> | null), startedAt }));
  const picture = sent.find((slip) => slip.sha256 === sha256);
  const same = picture ?? sent.find((slip) => transfer !== null && transfer !== NO_CODE && slip.transfer === transfer);
  if (!same || (same.reference && (await failed(same.reference)))) return;
  throw new UploadFault(409, picture ? "slips:samePicture" : "slips:sameTransfer", { at: same.startedAt });
}

/** Keeps what comes by, as long as there is not too much of it; then it keeps nothing. */
export function copyOf(most: number) {
  let kept: Buffer[] | null = [];
  let length = 0;
  return {
    add(bytes: Buffer) {
      length += bytes.length;
      if (length > most) kept = null;
      else kept?.push(bytes);
    },
    whole: () => kept && Buffer.concat(kept),
  };
}
