import { deposits } from "../market";
import { bonusOffers, promotionOffers } from "../offers";
import { providers } from "../providers";
import type { Switches } from "../switches";

/** A switch in the words of the desk. */
export interface Setting<T = unknown> {
  label: string;
  help: string;
  /** Values to choose from, with their texts. */
  choices: readonly (readonly [value: T, text: string])[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const UNITS = [
  [24 * HOUR, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
] as const;

/** Milliseconds in plain units: `90 seconds`. */
export function duration(ms: number): string {
  const [size, unit] = UNITS.find(([size]) => ms >= size && ms % size === 0) ?? [1, "millisecond"];
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const yesNo = (on: string, off: string) => [[false, off] as const, [true, on] as const];
const WORKS = yesNo("does not work", "works");
const after = (zero: string, ...delays: number[]) => [
  [0, zero] as const,
  ...delays.map((ms) => [ms, `after ${duration(ms)}`] as const),
];
const lasts = (...times: number[]) => times.map((ms) => [ms, duration(ms)] as const);
const atMost = (...counts: number[]) => [
  [0, "no limit"] as const,
  ...counts.map((count) => [count, `${count} a minute`] as const),
];
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  const text = `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 ? "30" : "00"}`;
  return [text, text] as const;
});
const codes = (none: string, list: readonly string[]): [string[], string][] => [
  [[], none],
  ...list.map((code): [string[], string] => [[code], code]),
];
const OFFERS = [...bonusOffers, ...promotionOffers].map(({ code }) => code);
const GAMES = providers.map(({ code }) => code);
const QRS = deposits.BAHT.banks.filter(({ mode }) => mode === "QR").map(({ bankCode }) => bankCode);

/** All switches but the clock, which has a form of its own. */
export const settings: { [K in Exclude<keyof Switches, "clockOffsetMs">]: Setting<Switches[K]> } = {
  terminated: {
    label: "The service",
    help: "Shut down for good: every page leads to the page that says so.",
    choices: yesNo("is shut down", "is open"),
  },
  maintenance: { label: "The operator", help: "Down: every call fails.", choices: yesNo("is down", "is up") },
  singleSession: {
    label: "Sessions of one member",
    help: "With one session, a later login ends the earlier ones.",
    choices: yesNo("one", "any number"),
  },
  bindAddress: {
    label: "A session is valid",
    help: "From its own address only: a member who changes networks logs in again.",
    choices: yesNo("from its own address", "from everywhere"),
  },
  tokenLifeMs: {
    label: "A session lasts",
    help: "Then the next page asks to log in again.",
    choices: lasts(MINUTE, 10 * MINUTE, HOUR, 24 * HOUR),
  },
  loginDown: { label: "Logging in", help: "LOGIN_FAIL for everybody.", choices: WORKS },
  refusedAddresses: {
    label: "Refused addresses",
    help: "Members from these addresses are refused (INVALID_IP).",
    choices: [
      [[], "none"],
      [["127.0.0.1", "::1"], "this machine"],
    ],
  },
  registerOtp: { label: "Registration asks for a code", help: "By text message.", choices: yesNo("yes", "no") },
  registerDown: { label: "Registration", help: "REGISTER_FAIL at its last step.", choices: WORKS },
  smsDown: { label: "Sending codes", help: "OTP_SEND_FAIL.", choices: WORKS },
  otpServiceDown: { label: "Checking codes", help: "OTP_VERIFY_FAIL.", choices: WORKS },
  otpLifeMs: {
    label: "A code is valid for",
    help: "Then it is OTP_EXPIRED.",
    choices: lasts(MINUTE, 5 * MINUTE, HOUR),
  },
  openAtRegistration: {
    label: "Game account of new members",
    help: "Opened by the registration.",
    choices: codes("none", GAMES),
  },
  deposit: {
    label: "Deposit accounts",
    help: "What the deposit page offers.",
    choices: [
      ["normal", "all channels"],
      ["manual", "bank accounts only"],
      ["none", "none"],
    ],
  },
  kbankAuto: {
    label: "KBANK offers",
    help: "A QR code, or its account.",
    choices: yesNo("its account", "a QR code"),
  },
  qrLifeMs: {
    label: "A QR code is valid for",
    help: "Then it cannot be paid.",
    choices: lasts(MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR),
  },
  qrDown: { label: "QR codes that fail", help: "QR_FAIL from this provider.", choices: codes("none", QRS) },
  qrClosed: { label: "QR codes that are closed", help: "With a message of the provider.", choices: codes("none", QRS) },
  addArrives: {
    label: "Announced truewallet money",
    help: "Or only when you let it arrive.",
    choices: yesNo("arrives by itself", "waits for you"),
  },
  addMatchMs: {
    label: "It arrives",
    help: "After the announcement.",
    choices: after("at once", 10 * SECOND, MINUTE, 5 * MINUTE),
  },
  addFailMs: {
    label: "Without money it fails",
    help: "After the announcement.",
    choices: lasts(MINUTE, 5 * MINUTE, 15 * MINUTE).map(([ms, text]) => [ms, `after ${text}`]),
  },
  slipWindow: {
    label: "Slips are accepted",
    help: "With closing times, the page says when it opens again.",
    choices: [
      ["daily", "except at night"],
      ["open", "always"],
      ["closed", "never"],
    ],
  },
  slipClosedFrom: { label: "Closed at night from", help: "UTC+7.", choices: HALF_HOURS },
  slipClosedTo: { label: "Until", help: "UTC+7.", choices: HALF_HOURS },
  slipWithinMinutes: {
    label: "A slip is too old after",
    help: "Then it fails with EXPIRED_SLIP.",
    choices: [10, 60, 1440].map((minutes) => [minutes, duration(minutes * MINUTE)]),
  },
  slipReadMs: {
    label: "A slip is read",
    help: "Until then it is being checked.",
    choices: after("at once", 5 * SECOND, 30 * SECOND, 5 * MINUTE),
  },
  slipStorageDown: { label: "Receiving slips", help: "SLIP_UPLOAD_FAIL.", choices: WORKS },
  withdrawSettleMs: {
    label: "The bank pays withdrawals",
    help: "Or refuses them, if you do.",
    choices: after("when you say so", 10 * SECOND, 30 * SECOND, 5 * MINUTE),
  },
  bankDown: { label: "The bank", help: "Withdrawals are TRANSFER_FAIL.", choices: WORKS },
  providersDown: {
    label: "Game providers that are down",
    help: "They refuse transfers, and keep their money.",
    choices: [...codes("none", GAMES), [["*"], "all"]],
  },
  offersFull: {
    label: "Bonuses and promotions that are given out",
    help: "BONUS_FULL when a member receives it.",
    choices: codes("none", OFFERS),
  },
  statementLagMs: {
    label: "Statement rows appear",
    help: "A lost answer can only be found once its row has appeared.",
    choices: after("at once", 10 * SECOND, MINUTE, 5 * MINUTE),
  },
  callsPerMinute: {
    label: "Calls of one session",
    help: "More are REQUEST_LIMIT.",
    choices: atMost(10, 60, 120),
  },
  slipsAndGiftsPerMinute: {
    label: "Slips or gift links of one member",
    help: "More are REQUEST_LIMIT_1MIN.",
    choices: atMost(1, 5),
  },
  loginFailuresPerMinute: {
    label: "Failed logins with one number",
    help: "More are REQUEST_LIMIT_1MIN.",
    choices: atMost(1, 5),
  },
  onceEveryMs: {
    label: "Withdrawals and codes",
    help: "The time between two withdrawals, codes, registrations or password changes.",
    choices: [
      [0, "as often as wanted"],
      ...lasts(10 * SECOND, MINUTE).map(([ms, text]) => [ms, `once in ${text}`] as const),
    ],
  },
  chatWidget: { label: "Chat", help: "Not shown by the product yet.", choices: yesNo("on", "off") },
  spinActive: { label: "Prize wheel", help: "Not shown by the product yet.", choices: yesNo("on", "off") },
  inviteBanners: { label: "Invite banners", help: "Not shown by the product yet.", choices: yesNo("on", "off") },
  refundBanners: { label: "Refund banners", help: "Not shown by the product yet.", choices: yesNo("on", "off") },
};

export type SettingName = keyof typeof settings;

/** The settings as the desk groups them. A test checks that none is missing. */
export const groups: Record<string, readonly SettingName[]> = {
  "Service and sessions": [
    "terminated",
    "maintenance",
    "loginDown",
    "tokenLifeMs",
    "singleSession",
    "bindAddress",
    "refusedAddresses",
  ],
  Registration: ["registerOtp", "registerDown", "smsDown", "otpServiceDown", "otpLifeMs", "openAtRegistration"],
  Deposits: ["deposit", "kbankAuto", "qrLifeMs", "qrDown", "qrClosed", "addArrives", "addMatchMs", "addFailMs"],
  Slips: ["slipWindow", "slipClosedFrom", "slipClosedTo", "slipWithinMinutes", "slipReadMs", "slipStorageDown"],
  "Withdrawals, games and the statement": ["withdrawSettleMs", "bankDown", "providersDown", "statementLagMs"],
  "Bonuses and promotions": ["offersFull"],
  Limits: ["callsPerMinute", "slipsAndGiftsPerMinute", "loginFailuresPerMinute", "onceEveryMs"],
  "Not in the product yet": ["chatWidget", "spinActive", "inviteBanners", "refundBanners"],
};

/** The posted settings that differ from the current ones. `fields`: values as JSON. @throws SyntaxError */
export function changedSettings(current: Switches, fields: Record<string, unknown>): Partial<Switches> {
  const isNew = (name: string, json: string) =>
    Object.hasOwn(settings, name) && JSON.stringify(current[name as SettingName]) !== json;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, json]) => typeof json === "string" && isNew(name, json))
      .map(([name, json]) => [name, JSON.parse(json as string)]),
  ) as Partial<Switches>;
}
