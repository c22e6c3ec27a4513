import { z } from "zod";
import type { Database } from "../database";

const Codes = z.array(z.string());
const Milliseconds = z.int().min(0);
const Count = z.int().min(0);
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Every switch of the sandbox, with what it is at first. The desk shows them in this order. */
const Switches = z.object({
  /** The whole service is shut down: account-gone everywhere but lookup/active. */
  terminated: z.boolean().default(false),
  /** Every call answers INTERNAL_SERVER_ERROR. */
  maintenance: z.boolean().default(false),
  registerOtp: z.boolean().default(true),
  chatWidget: z.boolean().default(false),
  spinActive: z.boolean().default(false),
  inviteBanners: z.boolean().default(false),
  refundBanners: z.boolean().default(false),
  /** `manual`: plain account details; `none`: no account open. */
  deposit: z.enum(["normal", "manual", "none"]).default("normal"),
  /** KBANK shows its account instead of a QR. */
  kbankAuto: z.boolean().default(false),
  /** `daily`: closed between the two times, at UTC+7; equal times: never. */
  slipWindow: z.enum(["daily", "open", "closed"]).default("daily"),
  slipClosedFrom: TimeOfDay.default("23:30"),
  slipClosedTo: TimeOfDay.default("00:30"),
  /** An older slip is EXPIRED_SLIP. */
  slipWithinMinutes: Count.default(60),
  /** How long the slip reader takes; 0: read before the upload is answered. */
  slipReadMs: Milliseconds.default(5_000),
  /** Images cannot be stored (SLIP_UPLOAD_FAIL). */
  slipStorageDown: z.boolean().default(false),
  /** Does the money of an announced true-wallet deposit arrive by itself? */
  addArrives: z.boolean().default(true),
  /** When it arrives; 0: before the announcement is answered. */
  addMatchMs: Milliseconds.default(60_000),
  /** When an announced deposit that did not arrive is given up. */
  addFailMs: Milliseconds.default(900_000),
  /** Slips, and gift links, a minute per member; 0: no limit. */
  slipsAndGiftsPerMinute: Count.default(5),
  /** Calls a minute per token or guest address; 0: no limit. */
  callsPerMinute: Count.default(120),
  /** Time between two successes of a withdrawal, an OTP send, a registration or a password change; 0: no limit. */
  onceEveryMs: Milliseconds.default(60_000),
  /** Failed logins a minute per phone; 0: no limit. */
  loginFailuresPerMinute: Count.default(5),
  /** When the bank pays a withdrawal by itself; 0: only the desk does. */
  withdrawSettleMs: Milliseconds.default(30_000),
  /** How long after the fact a statement row is shown. */
  statementLagMs: Milliseconds.default(0),
  qrLifeMs: Milliseconds.default(600_000),
  tokenLifeMs: Milliseconds.default(86_400_000),
  otpLifeMs: Milliseconds.default(300_000),
  /** Added to the clock of the sandbox. */
  clockOffsetMs: z.int().default(0),
  /** Game accounts that registration opens. */
  openAtRegistration: Codes.default(["PGSLOT"]),
  /** Provider codes that refuse everything; `*` is all of them. */
  providersDown: Codes.default([]),
  /** QR providers that cannot make a QR (QR_FAIL). */
  qrDown: Codes.default([]),
  /** QR providers that are closed and say so (hasQrcode false with a message). */
  qrClosed: Codes.default([]),
  bankDown: z.boolean().default(false),
  smsDown: z.boolean().default(false),
  otpServiceDown: z.boolean().default(false),
  loginDown: z.boolean().default(false),
  registerDown: z.boolean().default(false),
  /** A later login ends the earlier ones (INVALID_USER_3). */
  singleSession: z.boolean().default(false),
  /** A token counts only from the address it was issued to (INVALID_IP). */
  bindAddress: z.boolean().default(false),
  /** Client addresses that are refused (INVALID_IP). */
  refusedAddresses: Codes.default([]),
});

export type Switches = z.output<typeof Switches>;

export interface SwitchStore {
  readonly current: Readonly<Switches>;
  /** Changes some switches; throws a ZodError when a key or value is not one. Returns all. */
  change(patch: Partial<Switches>): Readonly<Switches>;
}

/** Switches kept in the sandbox's database: they survive a restart. `initial` counts only while a key was never changed. */
export function createSwitches(database: Database, initial: Partial<Switches> = {}): SwitchStore {
  const stored = Object.fromEntries(
    database
      .all<{ key: string; value: string }>("SELECT key, value FROM setting")
      .filter(({ key }) => key in Switches.shape)
      .map(({ key, value }) => [key, JSON.parse(value)]),
  );
  let current = Switches.parse({ ...initial, ...stored });
  return {
    get current() {
      return current;
    },
    change: (patch) => {
      current = Switches.strict().parse({ ...current, ...patch });
      database.atomically(() => {
        for (const key of Object.keys(patch))
          database.run(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key,
            JSON.stringify(current[key as keyof Switches]),
          );
      });
      return current;
    },
  };
}
