import { randomBytes, randomInt } from "node:crypto";
import { triggers } from "../magic";
import { Refusal } from "../refusal";
import type { World } from "../world";
import { newId } from "./members";

const HOUR_MS = 3_600_000;
const BLOCK_MS = 900_000;
export const VERIFIED_MS = 1_800_000;
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

export const phoneOf = ({ database }: World, number: string): Phone =>
  database.get<Phone>("SELECT verifiedUntil, blockedUntil FROM phone WHERE number = ?", number) ?? {
    verifiedUntil: 0,
    blockedUntil: 0,
  };

export function setPhone(world: World, number: string, change: Partial<Phone>): void {
  const { verifiedUntil, blockedUntil } = { ...phoneOf(world, number), ...change };
  world.database.run(
    `INSERT INTO phone (number, verifiedUntil, blockedUntil) VALUES (?, ?, ?)
     ON CONFLICT (number) DO UPDATE SET verifiedUntil = excluded.verifiedUntil, blockedUntil = excluded.blockedUntil`,
    number,
    verifiedUntil,
    blockedUntil,
  );
}

/** Whether this phone may register: the OTP step is off, or it was verified less than 30 minutes ago. */
export const isVerified = (world: World, phone: string): boolean =>
  !world.switches.current.registerOtp ||
  triggers(phone, "OTP_VERIFIED") ||
  phoneOf(world, phone).verifiedUntil > world.now();

/** Throws OTP_BLOCK while the phone is blocked, and blocks it at the sixth send within an hour. */
export function refuseBlocked(world: World, phone: string): void {
  const now = world.now();
  const { blockedUntil } = phoneOf(world, phone);
  if (triggers(phone, "OTP_BLOCK") || blockedUntil > now) throw new Refusal("OTP_BLOCK");
  const sends = world.database.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM otp WHERE phone = ? AND sentAt > ?",
    phone,
    Math.max(now - HOUR_MS, blockedUntil),
  );
  if ((sends?.count ?? 0) < SENDS_AN_HOUR) return;
  setPhone(world, phone, { blockedUntil: now + BLOCK_MS });
  throw new Refusal("OTP_BLOCK");
}

export function sendCode(world: World, phone: string): { otpRef: string; otpToken: string; code: string } {
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
      now + world.switches.current.otpLifeMs,
    );
  });
  return { otpRef: ref, otpToken: token, code: "OK" };
}

/** Counts a wrong code; the fifth one blocks the phone. Throws OTP_CODE_INVALID or OTP_BLOCK. */
export function refuseWrong(world: World, otp: Otp): never {
  world.database.run("UPDATE otp SET wrong = wrong + 1 WHERE token = ?", otp.token);
  if (otp.wrong + 1 < WRONG_CODES) throw new Refusal("OTP_CODE_INVALID");
  setPhone(world, otp.phone, { blockedUntil: world.now() + BLOCK_MS });
  throw new Refusal("OTP_BLOCK");
}

/** The "sent" OTPs for the desk, newest first. */
export const sentOtps = ({ database }: World, phone?: string): Otp[] =>
  database.all<Otp>(
    "SELECT * FROM otp WHERE phone = COALESCE(?, phone) ORDER BY sentAt DESC, rowid DESC LIMIT 20",
    phone ?? null,
  );
