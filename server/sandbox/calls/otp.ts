import { randomBytes, randomInt } from "node:crypto";
import { contract } from "../../operator/contract";
import { implement } from "../wire/implement";
import { asksFor } from "../magic";
import { memberByPhone, newId } from "../ledger/members";
import { Refusal } from "../refusal";
import type { World } from "../world";

const HOUR_MS = 3_600_000;
const BLOCK_MS = 900_000;
const VERIFIED_MS = 1_800_000;
const SENDS_AN_HOUR = 5;
const WRONG_CODES = 5;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export interface Otp {
  token: string;
  phone: string;
  ref: string;
  code: string;
  sentAt: number;
  expiresAt: number;
  wrong: number;
  state: "open" | "used" | "replaced";
}

interface Phone {
  verifiedUntil: number;
  blockedUntil: number;
}

const phoneOf = ({ database }: World, number: string): Phone =>
  database.get<Phone>("SELECT verifiedUntil, blockedUntil FROM phone WHERE number = ?", number) ?? {
    verifiedUntil: 0,
    blockedUntil: 0,
  };

function setPhone(world: World, number: string, change: Partial<Phone>): void {
  const { verifiedUntil, blockedUntil } = { ...phoneOf(world, number), ...change };
  world.database.run(
    `INSERT INTO phone (number, verifiedUntil, blockedUntil) VALUES (?, ?, ?)
     ON CONFLICT (number) DO UPDATE SET verifiedUntil = excluded.verifiedUntil, blockedUntil = excluded.blockedUntil`,
    number,
    verifiedUntil,
    blockedUntil,
  );
}

/** May this phone register now: the OTP step is off, or its code was right less than 30 minutes ago. */
export const isVerified = (world: World, phone: string): boolean =>
  !world.settings.current.registerOtp ||
  asksFor(phone, "OTP_VERIFIED") ||
  phoneOf(world, phone).verifiedUntil > world.now();

/** In the Thai market a phone number has exactly 10 digits; in the Lao market nobody counts. */
export function refuseBadPhone(world: World, phone: string): void {
  if (world.market === "th" && !/^\d{10}$/.test(phone)) throw new Refusal("PHONE_NUMBER_REQUIRE_10_DIGIT");
}

/** Throws OTP_BLOCK while the phone is blocked, and blocks it after 5 sends within an hour. */
function refuseBlocked(world: World, phone: string): void {
  const now = world.now();
  const { blockedUntil } = phoneOf(world, phone);
  if (asksFor(phone, "OTP_BLOCK") || blockedUntil > now) throw new Refusal("OTP_BLOCK");
  const sends = world.database.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM otp WHERE phone = ? AND sentAt > ?",
    phone,
    Math.max(now - HOUR_MS, blockedUntil),
  );
  if ((sends?.count ?? 0) < SENDS_AN_HOUR) return;
  setPhone(world, phone, { blockedUntil: now + BLOCK_MS });
  throw new Refusal("OTP_BLOCK");
}

function send(world: World, phone: string): { otpRef: string; otpToken: string; code: string } {
  const token = `otp_${newId()}`;
  const ref = Array.from(randomBytes(4), (byte) => LETTERS[byte % LETTERS.length]).join("");
  const now = world.now();
  world.database.atomically(() => {
    world.database.run("UPDATE otp SET state = 'replaced' WHERE phone = ? AND state = 'open'", phone);
    world.database.run(
      "INSERT INTO otp (token, phone, ref, code, sentAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
      token,
      phone,
      ref,
      String(randomInt(1_000_000)).padStart(6, "0"),
      now,
      now + world.settings.current.otpLifeMs,
    );
  });
  return { otpRef: ref, otpToken: token, code: "OK" };
}

/** Counts a wrong code; the fifth blocks the phone. */
function refuseWrong(world: World, otp: Otp): never {
  world.database.run("UPDATE otp SET wrong = wrong + 1 WHERE token = ?", otp.token);
  if (otp.wrong + 1 < WRONG_CODES) throw new Refusal("OTP_CODE_INVALID");
  setPhone(world, otp.phone, { blockedUntil: world.now() + BLOCK_MS });
  throw new Refusal("OTP_BLOCK");
}

export const otp = implement(contract.otp, {
  sendOtp: ({ world, input: { phoneNumber: phone } }) => {
    refuseBadPhone(world, phone);
    if (!isVerified(world, phone)) refuseBlocked(world, phone);
    if (asksFor(phone, "EXISTING_USER") || memberByPhone(world, phone)) throw new Refusal("EXISTING_USER");
    if (isVerified(world, phone)) return { otpRef: null, otpToken: null, code: "OTP_VERIFIED" };
    if (world.settings.current.smsDown || asksFor(phone, "OTP_SEND_FAIL")) throw new Refusal("OTP_SEND_FAIL");
    return send(world, phone);
  },

  verifyOtp: ({ world, input: { otpToken, otpCode } }) => {
    const now = world.now();
    const otp = world.database.get<Otp>("SELECT * FROM otp WHERE token = ?", otpToken);
    if (!otp) throw new Refusal("OTP_TOKEN_INVALID");
    // A second press of the button: the first one has verified the phone.
    if (otp.state === "used" && otp.code === otpCode && isVerified(world, otp.phone)) return { code: "OTP_VERIFIED" };
    if (otp.state !== "open") throw new Refusal("OTP_NOT_EXIST");
    if (phoneOf(world, otp.phone).blockedUntil > now) throw new Refusal("OTP_BLOCK");
    if (otp.expiresAt <= now) throw new Refusal("OTP_EXPIRED");
    if (otp.code !== otpCode) refuseWrong(world, otp);
    if (world.settings.current.otpServiceDown || asksFor(otp.phone, "OTP_VERIFY_FAIL"))
      throw new Refusal("OTP_VERIFY_FAIL");
    world.database.atomically(() => {
      world.database.run("UPDATE otp SET state = 'used' WHERE token = ?", otpToken);
      setPhone(world, otp.phone, { verifiedUntil: now + VERIFIED_MS });
    });
    return { code: "OTP_CODE_VALID" };
  },
});

/** What was "sent", newest first; for the desk. */
export const sentOtps = ({ database }: World, phone?: string): Otp[] =>
  database.all<Otp>(
    "SELECT * FROM otp WHERE phone = COALESCE(?, phone) ORDER BY sentAt DESC, rowid DESC LIMIT 20",
    phone ?? null,
  );
