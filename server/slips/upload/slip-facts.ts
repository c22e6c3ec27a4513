import { createHash } from "node:crypto";
import type { OpView } from "../../operations/types";
import type { SlipCode } from "../../codes/slip-code";
import { UploadFault } from "../../uploads/fault";

/** The data about a slip that is stored in the record of its upload. */
export type SlipFacts = {
  /** SHA-256 (hex) of the file as the browser sent it. */
  sha256: string;
  /** SHA-256 (hex) of the transfer in the slip's QR code, `NO_CODE`, or null if the picture was not read. */
  transfer: string | null;
};

/** The picture was read, but it contains no readable slip code. */
export const NO_CODE = "none";

/** Identifies the transfer of a slip by a hash, so that its details are not stored. */
export function transferOf(found: SlipCode): SlipFacts["transfer"] {
  if (found === null) return null;
  if (found === "none") return NO_CODE;
  return createHash("sha256").update(`${found.bankCode} ${found.transRef}`).digest("hex");
}

/** A slip whose answer was lost has no reference. */
type Known = SlipFacts & { reference: string | null };

/**
 * Rejects a slip that was sent before, as the same picture or as another picture of the same transfer, unless the
 * operator has failed the earlier one. The member can confirm and send it anyway.
 * @param failed whether the operator has failed the slip with this reference
 * @throws UploadFault
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

/** Collects up to `maxBytes`. Beyond that the copy is dropped and `whole` returns null. */
export function copyOf(maxBytes: number) {
  let kept: Buffer[] | null = [];
  let length = 0;
  return {
    add(bytes: Buffer) {
      length += bytes.length;
      if (length > maxBytes) kept = null;
      else kept?.push(bytes);
    },
    whole: () => kept && Buffer.concat(kept),
  };
}
