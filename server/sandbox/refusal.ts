/** Thrown to refuse a call: answered as `{message: code}` with the status of the code. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    /** Seconds, sent as `Retry-After`. */
    readonly retryAfter?: number,
    private readonly ownStatus?: number,
  ) {
    super(code);
  }

  /** HTTP status of this refusal for the call `operationId`. */
  status(operationId: string): number {
    return this.ownStatus ?? exceptions[`${operationId} ${this.code}`] ?? statuses.get(this.code) ?? 500;
  }
}

const byStatus: Record<number, string[]> = {
  400: [
    "KEY_MISSING KEY_INVALID INVALID_USER_INFO PHONE_NUMBER_REQUIRE_10_DIGIT INVALID_BANK BANK_ACCOUNT_NAME_ENG",
    "WRONG_PASSWORD OTP_CODE_INVALID OTP_TOKEN_INVALID OTP_EXPIRED TRANSFER_MINIMUM REFUND_MINIMUM",
    "TRUELINK_INVALID SLIP_NO_FILE NOT_AREASLOT",
  ],
  401: [
    "UNAUTHORIZED EXPIRED_AUTH_TOKEN invalid-token WRONG_CREDENTIAL INVALID_IP",
    "INVALID_USER_1 INVALID_USER_2 INVALID_USER_3 INVALID_USER_4",
  ],
  403: ["INACTIVE_USER UNVERIFIED_OTP OTP_BLOCK"],
  404: [
    "NO_USER NO_BANK NO_WALLET NO_GAME NO_DATA NO_REFUND NO_PROMOTION NO_INVITE_BONUS SLOT_NO_ACCOUNT OTP_NOT_EXIST",
  ],
  409: [
    "EXISTING_USER EXISTING_BANK MONEY_NOT_ENOUGH BONUS_REMAINING BONUS_ALREADY_ACTIVE BONUS_MAX_CLAIMED BONUS_CONDITION",
    "BONUS_FULL PROMOTION_RECEIVED INVITE_COLLECT INVITE_INACTIVE NO_INVITEE_PLAY_INFO REFUND_CONDITION REFUND_INACTIVE",
    "SLOT_ALREADY_ACTIVE NOT_UFABET TRUELINK_DUPLICATE",
  ],
  410: ["account-gone"],
  415: ["SLIP_INVALID_FILE"],
  429: ["REQUEST_LIMIT REQUEST_LIMIT_1MIN"],
  500: ["INTERNAL_SERVER_ERROR"],
  503: [
    "LOGIN_FAIL OTP_SEND_FAIL OTP_VERIFY_FAIL REGISTER_FAIL SLOT_ACTIVATE_FAIL SLOT_RESET_PASSWORD_FAIL",
    "GAME_ACTIVATION_FAIL TRANSFER_FAIL QR_FAIL SLIP_UPLOAD_FAIL INVITE_BONUS_FAIL",
  ],
};

const statuses = new Map(
  Object.entries(byStatus).flatMap(([status, lines]) =>
    lines
      .join(" ")
      .split(" ")
      .map((code) => [code, Number(status)] as const),
  ),
);

/** Codes that have a different status for one call. */
const exceptions: Record<string, number> = {
  "login INVALID_IP": 403,
  "refreshSlots INTERNAL_SERVER_ERROR": 503,
  "uploadChatImage NO_DATA": 400,
  "uploadChatVideo NO_DATA": 400,
};

export const refusalCodes: readonly string[] = [...statuses.keys()];
