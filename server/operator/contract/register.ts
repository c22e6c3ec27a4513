import { z } from "zod";
import { post } from "../endpoint";
import { Currency, Message, type RefusalsOf, type Refusals, TOO_OFTEN } from "./fields";
import { orNull, record } from "./reader";

/** `code` OTP_VERIFIED: the phone number is verified already, so no OTP was sent. */
const OtpSent = z
  .object({ otpRef: orNull(z.string()), otpToken: orNull(z.string()), code: z.string() })
  .meta({ id: "OtpSendResponse" });

/** Only the codes OTP_CODE_VALID and OTP_VERIFIED mean success. */
const OtpVerified = z.object({ code: z.string() }).meta({ id: "OtpVerifyResponse" });

/** `username` is the phone number. `bankAccountName` is first and last name, in upper case, joined by a space. */
const Registration = z
  .object({
    name: z.string(),
    username: z.string(),
    password: z.string().min(1),
    sourceCode: z.string().nullish(),
    inviteCode: z.string().nullish(),
    bankCode: z.string(),
    bankAccountName: z.string(),
    bankAccountNo: z.string(),
    currency: Currency.optional(),
  })
  .meta({ id: "AccountRegistration" });

/** The registration fields; bank fields are validated only if present. */
const Validation = Registration.partial({ bankCode: true, bankAccountName: true, bankAccountNo: true }).meta({
  id: "AccountValidation",
});

export const register = {
  sendOtp: post("/api/otp/send", {
    access: "guest",
    writes: "account",
    input: z.object({ phoneNumber: z.string() }).meta({ id: "OtpSendRequest" }),
    output: record(OtpSent),
  }),
  verifyOtp: post("/api/otp/verify", {
    access: "guest",
    writes: "account",
    input: z.object({ otpToken: z.string(), otpCode: z.string() }).meta({ id: "OtpVerifyRequest" }),
    output: record(OtpVerified),
  }),
  validateAccount: post("/api/account/validate", {
    access: "guest",
    writes: "account",
    input: Validation,
    output: Message,
  }),
  register: post("/api/account", { access: "guest", writes: "account", input: Registration, output: Message }),
};

const REGISTRATION: Refusals = {
  400: ["INVALID_USER_INFO", "PHONE_NUMBER_REQUIRE_10_DIGIT", "INVALID_BANK", "BANK_ACCOUNT_NAME_ENG"],
  403: ["UNVERIFIED_OTP"],
  409: ["EXISTING_USER", "EXISTING_BANK"],
};

export const registerRefusals: RefusalsOf<typeof register> = {
  sendOtp: {
    400: ["PHONE_NUMBER_REQUIRE_10_DIGIT"],
    403: ["OTP_BLOCK"],
    409: ["EXISTING_USER"],
    ...TOO_OFTEN,
    503: ["OTP_SEND_FAIL"],
  },
  verifyOtp: {
    400: ["OTP_CODE_INVALID", "OTP_TOKEN_INVALID", "OTP_EXPIRED"],
    403: ["OTP_BLOCK"],
    404: ["OTP_NOT_EXIST"],
    503: ["OTP_VERIFY_FAIL"],
  },
  validateAccount: REGISTRATION,
  register: { ...REGISTRATION, ...TOO_OFTEN, 503: ["REGISTER_FAIL"] },
};
