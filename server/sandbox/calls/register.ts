import { contract } from "../../operator/contract";
import type { Input } from "../../operator/endpoint";
import { bankAccountTaken, createMember, memberByPhone } from "../ledger/members";
import {
  isVerified,
  phoneOf,
  refuseBlocked,
  refuseWrong,
  sendCode,
  setPhone,
  VERIFIED_MS,
  type Otp,
} from "../ledger/one-time-codes";
import { triggers } from "../magic";
import { currencies } from "../market";
import { Refusal } from "../refusal";
import { implement, OK, SUCCESS } from "../wire/implement";
import type { World } from "../world";
import { blank, refuseBadBank } from "./profile";

type Registration = Input<typeof contract.register.validateAccount>;

/** Thai phone numbers must have 10 digits; where Lao numbers are taken, none is checked. */
function refuseBadPhone(world: World, phone: string): void {
  if (world.market === "th" && !world.laos && !/^\d{10}$/.test(phone))
    throw new Refusal("PHONE_NUMBER_REQUIRE_10_DIGIT");
}

/** Validates a registration. The bank fields may be missing, because the form has several steps. @throws Refusal */
function refuseBadRegistration(world: World, input: Registration): void {
  refuseBadPhone(world, input.username);
  if (blank(input.name) || blank(input.password) || blank(input.username)) throw new Refusal("INVALID_USER_INFO");
  const accepted = [...currencies[world.market], ...(world.laos ? currencies.la : [])];
  if (!accepted.includes(input.currency ?? "BAHT")) throw new Refusal("INVALID_USER_INFO");
  refuseBadBank(world, { code: input.bankCode, name: input.bankAccountName, number: input.bankAccountNo });
  if (!isVerified(world, input.username)) throw new Refusal("UNVERIFIED_OTP");
  if (triggers(input.username, "EXISTING_USER") || memberByPhone(world, input.username))
    throw new Refusal("EXISTING_USER");
  const { bankCode: code, bankAccountNo: number } = input;
  if (code && number && bankAccountTaken(world, { code, number })) throw new Refusal("EXISTING_BANK");
}

/** Id of the member whose invite link has this code; null for an unknown code. */
function inviterOf({ database }: World, inviteCode: string | null | undefined): string | null {
  const id = /^PR(.+)$/.exec(inviteCode ?? "")?.[1];
  return id ? (database.get<{ id: string }>("SELECT id FROM member WHERE id = ?", id)?.id ?? null) : null;
}

export const register = implement(contract.register, {
  sendOtp: ({ world, input: { phoneNumber: phone } }) => {
    refuseBadPhone(world, phone);
    if (!isVerified(world, phone)) refuseBlocked(world, phone);
    if (triggers(phone, "EXISTING_USER") || memberByPhone(world, phone)) throw new Refusal("EXISTING_USER");
    if (isVerified(world, phone)) return { otpRef: null, otpToken: null, code: "OTP_VERIFIED" };
    if (world.switches.current.smsDown || triggers(phone, "OTP_SEND_FAIL")) throw new Refusal("OTP_SEND_FAIL");
    return sendCode(world, phone);
  },

  verifyOtp: ({ world, input: { otpToken, otpCode } }) => {
    const now = world.now();
    const otp = world.database.get<Otp>("SELECT * FROM otp WHERE token = ?", otpToken);
    if (!otp) throw new Refusal("OTP_TOKEN_INVALID");
    // The button was pressed twice, and the first press has verified the phone.
    if (otp.state === "used" && otp.code === otpCode && isVerified(world, otp.phone)) return { code: "OTP_VERIFIED" };
    if (otp.state !== "open") throw new Refusal("OTP_NOT_EXIST");
    if (phoneOf(world, otp.phone).blockedUntil > now) throw new Refusal("OTP_BLOCK");
    if (otp.expiresAt <= now) throw new Refusal("OTP_EXPIRED");
    if (otp.code !== otpCode) refuseWrong(world, otp);
    if (world.switches.current.otpServiceDown || triggers(otp.phone, "OTP_VERIFY_FAIL"))
      throw new Refusal("OTP_VERIFY_FAIL");
    world.database.atomically(() => {
      world.database.run("UPDATE otp SET state = 'used' WHERE token = ?", otpToken);
      setPhone(world, otp.phone, { verifiedUntil: now + VERIFIED_MS });
    });
    return { code: "OTP_CODE_VALID" };
  },

  validateAccount: ({ world, input }) => {
    refuseBadRegistration(world, input);
    return OK;
  },

  register: ({ world, input }) => {
    refuseBadRegistration(world, input);
    if (world.switches.current.registerDown || triggers(input.username, "REGISTER_FAIL"))
      throw new Refusal("REGISTER_FAIL");
    createMember(world, {
      username: input.username,
      name: input.name.trim(),
      password: input.password,
      currency: input.currency ?? "BAHT",
      bank: { code: input.bankCode, name: input.bankAccountName.trim(), number: input.bankAccountNo },
      inviter: inviterOf(world, input.inviteCode),
      open: world.switches.current.openAtRegistration,
    });
    return SUCCESS;
  },
});
