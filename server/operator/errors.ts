/** The catalog of all codes that the operator may answer with. */

/**
 * The meaning of a code. `auth`: the session has ended. `gone`: the account or the service no longer exists. `refused`:
 * nothing was done. `unknown`: the operator does not know the outcome itself. `success`: not an error.
 */
export type CodeKind = "auth" | "gone" | "refused" | "unknown" | "success";

export interface ErrorCode {
  kind: CodeKind;
  /** Form fields the code is about, most likely first; a form shows it at the first of them that it has. */
  fields?: readonly string[];
  /** Registration step to go back to. */
  step?: 1 | 2 | 3 | 4;
  /** As the answer to a read it means "there is none", which is not an error. */
  nothing?: true;
}

const auth: ErrorCode = { kind: "auth" };
const success: ErrorCode = { kind: "success" };
const refused = (fields: string[] = [], step?: ErrorCode["step"]): ErrorCode => ({ kind: "refused", fields, step });

const PHONE = ["phoneNumber", "username"];
const GAME = ["to", "from"];

export const ERROR_CODES = {
  UNAUTHORIZED: auth,
  EXPIRED_AUTH_TOKEN: auth,
  "invalid-token": auth,
  INVALID_USER_1: auth,
  INVALID_USER_2: auth,
  INVALID_USER_3: auth,
  INVALID_USER_4: auth,
  INVALID_IP: auth,
  "account-gone": { kind: "gone" },
  WRONG_CREDENTIAL: refused(["password"]),
  WRONG_PASSWORD: refused(["oldPassword"]),
  NO_USER: refused(),
  INACTIVE_USER: refused(),
  LOGIN_FAIL: refused(),

  OTP_BLOCK: refused(["otpCode", ...PHONE]),
  OTP_TOKEN_INVALID: refused(["otpCode"], 2),
  OTP_NOT_EXIST: refused(["otpCode"], 2),
  OTP_VERIFIED: success,
  OTP_EXPIRED: refused(["otpCode"], 2),
  OTP_CODE_INVALID: refused(["otpCode"], 2),
  OTP_CODE_VALID: success,
  UNVERIFIED_OTP: refused(PHONE, 1),
  OTP_SEND_FAIL: refused(PHONE, 1),
  OTP_VERIFY_FAIL: refused(["otpCode"], 2),

  EXISTING_USER: refused(PHONE, 1),
  EXISTING_BANK: refused(["bankAccountNo"], 4),
  INVALID_USER_INFO: refused(["name"], 3),
  INVALID_BANK: refused(["bankCode"], 4),
  BANK_ACCOUNT_NAME_ENG: refused(["bankAccountName"], 4),
  REGISTER_FAIL: refused(),
  PHONE_NUMBER_REQUIRE_10_DIGIT: refused(PHONE, 1),

  REQUEST_LIMIT: refused(),
  REQUEST_LIMIT_1MIN: refused(),

  BONUS_REMAINING: refused(),
  BONUS_ALREADY_ACTIVE: refused(),
  BONUS_MAX_CLAIMED: refused(),
  BONUS_CONDITION: refused(),
  BONUS_CLEAR: success,
  BONUS_FULL: refused(),
  NO_PROMOTION: { kind: "refused", fields: ["code"], nothing: true },
  PROMOTION_RECEIVED: refused(["code"]),

  INVITE_COLLECT: refused(),
  INVITE_INACTIVE: refused(),
  NO_INVITE_BONUS: refused(),
  NO_INVITEE_PLAY_INFO: refused(),
  INVITE_BONUS_SUCCESS: success,
  INVITE_BONUS_FAIL: refused(),
  NO_REFUND: refused(),
  REFUND_CONDITION: refused(),
  REFUND_SUCCESS: success,
  REFUND_INACTIVE: refused(),
  REFUND_MINIMUM: refused(),

  NO_BANK: refused(["bankCode"]),
  NO_WALLET: refused(),
  SLOT_ALREADY_ACTIVE: refused(),
  SLOT_ACTIVATE_FAIL: refused(),
  SLOT_NO_ACCOUNT: refused(GAME),
  SLOT_RESET_PASSWORD_FAIL: refused(),
  GAME_ACTIVATION_FAIL: refused(),
  NO_GAME: refused(GAME),
  TRANSFER_MINIMUM: refused(["amount"]),
  MONEY_NOT_ENOUGH: refused(["amount"]),
  TRANSFER_FAIL: refused(),
  NOT_AREASLOT: refused(),
  NOT_UFABET: refused(),

  SLIP_UPLOAD_FAIL: refused(["file"]),
  SLIP_NO_FILE: refused(["file"]),
  SLIP_INVALID_FILE: refused(["file"]),
  TRUELINK_DUPLICATE: refused(["link"]),
  TRUELINK_INVALID: refused(["link"]),
  QR_FAIL: refused(),

  NO_CLAIMABLE_COUPON: refused(),
  INVALID_PRIZE_CODE: refused(),
  INVALID_CODE: refused(),
  INVALID_COUPON_TYPE: refused(),
  COUPON_EXPIRED: refused(),

  INTERNAL_SERVER_ERROR: { kind: "unknown" },
  KEY_MISSING: refused(),
  KEY_INVALID: refused(),
  NO_DATA: refused(),
  OK: success,
  SUCCESS: success,
} satisfies Record<string, ErrorCode>;

/** The catalog entry of a code, or null. */
export function errorCode(code: string): ErrorCode | null {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code as keyof typeof ERROR_CODES] : null;
}

/** The message key of a code: `errors:CODE`, or `errors:GENERAL` for an unknown code. */
export function errorText(code: string): string {
  return errorCode(code) ? `errors:${code.toUpperCase().replaceAll("-", "_")}` : "errors:GENERAL";
}
