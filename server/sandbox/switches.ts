import { z } from "zod";
import type { Database } from "../database";

const Codes = z.array(z.string());
const Milliseconds = z.int().min(0);
const Count = z.int().min(0);
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** All switches of the sandbox with their defaults. The desk shows them in this order. */
const Switches = z.object({
  /** The service is shut down: account-gone for every call except lookup/active. */
  terminated: z.boolean().default(false),
  /** Every call answers INTERNAL_SERVER_ERROR. */
  maintenance: z.boolean().default(false),
  registerOtp: z.boolean().default(true),
  chatWidget: z.boolean().default(true),
  /** `slow`: the first answer takes 15 seconds. `away`: nobody answers. */
  chatAgent: z.enum(["answers", "slow", "away"]).default("answers"),
  /** Sending is INTERNAL_SERVER_ERROR (503). */
  chatDown: z.boolean().default(false),
  /** So are uploads. */
  chatStorageDown: z.boolean().default(false),
  /** The socket lets nobody in. */
  chatSocketDown: z.boolean().default(false),
  spinActive: z.boolean().default(true),
  wheelSlices: z.int().min(2).max(24).default(12),
  wheelLabels: z.enum(["short", "long"]).default("short"),
  couponLifeMs: Milliseconds.default(604_800_000),
  /** Terms that members must accept. */
  agreements: z.boolean().default(true),
  inviteBanners: z.boolean().default(false),
  /** INVITE_INACTIVE. */
  inviteActive: z.boolean().default(true),
  /** INVITE_BONUS_FAIL. */
  inviteFails: z.boolean().default(false),
  /** Percentages of a received invite bonus; both 0: it has no conditions. */
  inviteSuccess: Count.default(300),
  inviteFail: Count.default(5),
  refundBanners: z.boolean().default(false),
  /** REFUND_INACTIVE. */
  refundActive: z.boolean().default(true),
  /** REFUND_CONDITION if not. */
  refundMet: z.boolean().default(true),
  refundSuccess: Count.default(200),
  refundFail: Count.default(5),
  /** `manual`: bank accounts only, for manual transfers. `none`: no deposit accounts. */
  deposit: z.enum(["normal", "manual", "none"]).default("normal"),
  /** KBANK offers its account instead of a QR. */
  kbankAuto: z.boolean().default(false),
  /** `daily`: closed between the two times (UTC+7); never if they are equal. */
  slipWindow: z.enum(["daily", "open", "closed"]).default("daily"),
  slipClosedFrom: TimeOfDay.default("23:30"),
  slipClosedTo: TimeOfDay.default("00:30"),
  /** A slip of an older transfer is EXPIRED_SLIP. */
  slipWithinMinutes: Count.default(60),
  /** Delay of the slip reader; 0: slips are read before the upload is answered. */
  slipReadMs: Milliseconds.default(5_000),
  /** Slips cannot be stored (SLIP_UPLOAD_FAIL). */
  slipStorageDown: z.boolean().default(false),
  /** The money of an announced truewallet deposit arrives automatically. */
  addArrives: z.boolean().default(true),
  /** After this time it arrives; 0: before the announcement is answered. */
  addMatchMs: Milliseconds.default(60_000),
  /** After this time an announced deposit without money fails. */
  addFailMs: Milliseconds.default(900_000),
  /** Slips, and gift links, per minute and member; 0: no limit. */
  slipsAndGiftsPerMinute: Count.default(5),
  /** Calls per minute and token, or guest address; 0: no limit. */
  callsPerMinute: Count.default(120),
  /** Minimum time between two successful withdrawals, OTP sends, registrations or password changes; 0: no limit. */
  onceEveryMs: Milliseconds.default(60_000),
  /** Failed logins per minute and phone; 0: no limit. */
  loginFailuresPerMinute: Count.default(5),
  /** After this time the bank pays a withdrawal; 0: only the desk pays. */
  withdrawSettleMs: Milliseconds.default(30_000),
  /** Delay until a statement row is visible. */
  statementLagMs: Milliseconds.default(0),
  qrLifeMs: Milliseconds.default(600_000),
  tokenLifeMs: Milliseconds.default(86_400_000),
  otpLifeMs: Milliseconds.default(300_000),
  /** Added to the sandbox's clock. */
  clockOffsetMs: z.int().default(0),
  /** Game accounts that registration opens. */
  openAtRegistration: Codes.default(["PGSLOT"]),
  /** Providers that refuse everything, by code; `*` for all. */
  providersDown: Codes.default([]),
  /** Providers whose pages and automatic sign-ins refuse everybody, by code; `*` for all. */
  providersRefusing: Codes.default([]),
  /** Delay of the providers' sign-ins. */
  providersDelayMs: Milliseconds.default(0),
  /** `all` has a game that the product does not know, `few` only six. */
  gamesOffered: z.enum(["usual", "all", "few"]).default("usual"),
  /** QR providers that cannot make a QR (QR_FAIL). */
  qrDown: Codes.default([]),
  /** QR providers that are closed (hasQrcode false with a message). */
  qrClosed: Codes.default([]),
  /** Bonuses and promotions that are given out (BONUS_FULL), by code. */
  offersFull: Codes.default([]),
  bankDown: z.boolean().default(false),
  smsDown: z.boolean().default(false),
  otpServiceDown: z.boolean().default(false),
  loginDown: z.boolean().default(false),
  registerDown: z.boolean().default(false),
  /** A later login ends the earlier ones (INVALID_USER_3). */
  singleSession: z.boolean().default(false),
  /** A token is only valid from the address it was issued to (INVALID_IP). */
  bindAddress: z.boolean().default(false),
  /** Client addresses that are refused (INVALID_IP). */
  refusedAddresses: Codes.default([]),
});

export type Switches = z.output<typeof Switches>;

export interface SwitchStore {
  readonly current: Readonly<Switches>;
  /** Changes some switches and returns all. @throws ZodError for an unknown key or an invalid value */
  change(patch: Partial<Switches>): Readonly<Switches>;
}

/** Switches stored in the sandbox's database. `initial` only applies to keys that were never changed. */
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
