import type { TextKey } from "~/ui/request";

interface Reason {
  why: TextKey;
  /** The advice. */
  todo: TextKey;
}

const INCORRECT: Reason = { why: "errors:SLIP_INCORRECT", todo: "slips:todoINCORRECT" };

/** Reasons by the operator's note of a failed slip. */
const REASONS: Record<string, Reason> = {
  UPLOADED_FILE_NOT_EXIST: INCORRECT,
  IMG_SIZE_UNABLE_TO_PROCESS: INCORRECT,
  CANNOT_READ_CROPPED_IMAGE: INCORRECT,
  DEST_ACC_INVALID: { why: "errors:DEST_ACC_INVALID", todo: "slips:todoDEST_ACC_INVALID" },
  SLIP_REFNO_DUPLICATED: { why: "errors:SLIP_REFNO_DUPLICATED", todo: "slips:todoSLIP_REFNO_DUPLICATED" },
  UNSTABLE_REFNO_ON_SLIP: { why: "errors:UNSTABLE_REFNO_ON_SLIP", todo: "slips:todoUNSTABLE_REFNO_ON_SLIP" },
  TRIPPLE_WRONG_CAPTCHA: { why: "errors:TRIPPLE_WRONG_CAPTCHA", todo: "slips:todoTRIPPLE_WRONG_CAPTCHA" },
  INVALID_SLIP: { why: "errors:INVALID_SLIP", todo: "slips:todoINVALID_SLIP" },
  NOT_MATCH: { why: "errors:NOT_MATCH", todo: "slips:todoNOT_MATCH" },
  EXPIRED_SLIP: { why: "errors:EXPIRED_SLIP", todo: "slips:todoEXPIRED_SLIP" },
  UNKNOW_ERROR: { why: "errors:UNKNOW_ERROR", todo: "slips:todoUNKNOW_ERROR" },
};

/** Why a slip failed and what the member can do; null for other notes, which are not shown. */
export const reasonOf = (note: string | null): Reason | null =>
  note !== null && Object.hasOwn(REASONS, note) ? REASONS[note]! : null;
