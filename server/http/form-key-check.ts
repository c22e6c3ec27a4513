import type { VerifyFormKey } from "./csrf";
import { formKeys } from "../operations/form-key";
import { TIMINGS } from "../operations/rules";
import { OP_NAMES } from "../operations/types";

/**
 * Verifies that we issued a form key for this session and member. It does not check the key's age and epoch: the engine
 * does, and answers an outdated form with a fresh one.
 */
export function verifyFormKey(secrets: readonly string[]): VerifyFormKey {
  const keys = formKeys(secrets, { maxAgeMs: TIMINGS.keyMaxAgeMs, skewMs: TIMINGS.keySkewMs, mac: true, epoch: true });
  return (formKey, sid, memberId) =>
    OP_NAMES.some((op) => {
      const verified = keys.verify(formKey, { op, epoch: "", now: Date.now(), sid, memberId });
      return verified.ok || verified.fault !== "bad";
    });
}
