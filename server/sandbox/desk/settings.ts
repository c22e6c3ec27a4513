import { deposits } from "../market";
import { bonusOffers, promotionOffers } from "../offers";
import { providers } from "../providers";
import type { Switches } from "../switches";
import {
  after,
  atMost,
  codes,
  HALF_HOURS,
  HOUR,
  lasts,
  MINUTE,
  SECOND,
  WORKS,
  duration,
  yesNo,
  type Setting,
} from "./choices";
import { chatSettings } from "./settings-chat";
import { rewardSettings } from "./settings-rewards";
import { wheelSettings } from "./settings-wheel";

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
  providersRefusing: {
    label: "Game providers that refuse to sign in",
    help: "Their games do not open; transfers work.",
    choices: [...codes("none", GAMES), [["*"], "all"]],
  },
  providersDelayMs: {
    label: "Signing in to a game takes",
    help: "The provider’s own time, added to every sign-in.",
    choices: [[0, "no time"], ...lasts(3 * SECOND, 10 * SECOND, 30 * SECOND)],
  },
  gamesOffered: {
    label: "Games",
    help: "Naga Games is unknown to the product, which opens it by its addresses.",
    choices: [
      ["usual", "the sixteen that the product knows"],
      ["all", "also Naga Games"],
      ["few", "six of them"],
    ],
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
  ...chatSettings,
  ...wheelSettings,
  ...rewardSettings,
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
  "Withdrawals and the statement": ["withdrawSettleMs", "bankDown", "statementLagMs"],
  Games: ["providersDown", "providersRefusing", "providersDelayMs", "gamesOffered"],
  "Prize wheel": ["spinActive", "wheelSlices", "wheelLabels", "couponLifeMs"],
  "Bonuses and promotions": ["offersFull"],
  Limits: ["callsPerMinute", "slipsAndGiftsPerMinute", "loginFailuresPerMinute", "onceEveryMs"],
  "Invite and refund": [
    "agreements",
    "inviteBanners",
    "inviteActive",
    "inviteFails",
    "inviteSuccess",
    "inviteFail",
    "refundBanners",
    "refundActive",
    "refundMet",
    "refundSuccess",
    "refundFail",
  ],
  Chat: ["chatWidget", "chatAgent", "chatDown", "chatStorageDown", "chatSocketDown"],
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
