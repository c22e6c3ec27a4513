import { z } from "zod";
import { post } from "../endpoint";
import { orNull } from "./fields";
import { record } from "./reader";

/** `code` OTP_VERIFIED means that the phone is verified already: no code was sent. */
const OtpSent = z
  .object({ otpRef: orNull(z.string()), otpToken: orNull(z.string()), code: z.string() })
  .meta({ id: "OtpSendResponse" });

/** Only OTP_CODE_VALID and OTP_VERIFIED are success. */
const OtpVerified = z.object({ code: z.string() }).meta({ id: "OtpVerifyResponse" });

export const otp = {
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
};
