import type { VerifyFormKey } from "./csrf";
import { formKeys } from "../operations/form-key";
import { TIMINGS } from "../operations/rules";
import { OP_NAMES } from "../operations/types";

/**
 * Whether a form key was made by us for this session and member. Its age and the records it belongs to are the
 * engine's business: an old form is answered with a fresh one, not with a refusal.
 */
export function verifyFormKey(secrets: readonly string[]): VerifyFormKey {
  const keys = formKeys(secrets, { maxAgeMs: TIMINGS.keyMaxAgeMs, skewMs: TIMINGS.keySkewMs, mac: true, epoch: true });
  return (formKey, sid, memberId) =>
    OP_NAMES.some((op) => {
      const verified = keys.verify(formKey, { op, epoch: "", now: Date.now(), sid, memberId });
      return verified.ok || verified.fault !== "bad";
    });
}
