/**
 * The constants of the specification, each held against the code or the page that has it. Those of the chat stand with
 * the chat, and what only a browser can show in the end-to-end tests.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUSY_AFTER_MS } from "../../app/enhance/pending";
import { TOAST_MS } from "../../app/enhance/toasts";
import { qrProvider } from "../../app/features/deposit/channels";
import { COUPONS_PER_PAGE } from "../../app/features/spin/coupons";
import { turnOf } from "../../app/features/spin/geometry";
import { describe as describeRow } from "../../app/features/statement/text";
import { PAGE_SIZE } from "../../app/features/wallet/received";
import { translator } from "../../app/i18n";
import { groupAccountNumber } from "../../app/lib/account-number";
import { ENGLISH_NAMES } from "../../app/lib/banks";
import { formatDateTime } from "../../app/lib/dates";
import { formatMoney, MINUS } from "../../app/lib/money";
import { pageList } from "../../app/lib/pages";
import { UNITS } from "../../app/lib/relative-time";
import { loader as registered } from "../../app/routes/_guest.register_.done";
import { MINIMUM as ADD_MINIMUM } from "../../app/routes/user.deposit_.truewallet/form";
import { LIMIT as STATEMENTS } from "../../app/routes/user.statement/rows";
import { MIN_TRANSFER as TRANSFER_MINIMUM } from "../../app/features/wallet/accounts";
import { readConfig } from "../../server/config/config";
import { endpoints } from "../../server/operator/contract";
import { lookup } from "../../server/operator/contract/lookup";
import { createLookups } from "../../server/operator/lookup-cache";
import { requestsTo } from "../../server/operator/requests";
import { root } from "../support/root";

const source = (path: string) => readFileSync(join(root, path), "utf8");
const calls = Object.entries(endpoints);
const BAHT = 100;

describe("calls", () => {
  test.each(calls.filter(([, { upload }]) => !upload))("HTTP timeout 60 s: %s", (_name, { timeoutMs }) =>
    expect(timeoutMs).toBe(60_000),
  );

  test("slip and chat upload timeout 300 s", () => {
    const uploads = calls.filter(([, { upload }]) => upload);
    expect(uploads.map(([name]) => name).sort()).toEqual(["uploadChatImage", "uploadChatVideo", "uploadSlip"]);
    for (const [, { timeoutMs }] of uploads) expect(timeoutMs).toBe(300_000);
  });

  const written = requestsTo({
    baseUrl: "https://operator.example",
    marker: readConfig({}).operatorMarker,
    codes: {} as never,
  });
  test.each(calls)("X-Requested-With and, with a token, bearer Authorization: %s", (_name, endpoint) => {
    // All requests get their headers in one place, whatever they carry.
    const headersWith = (token: string | null) => {
      const upload = { type: "text/plain", body: (async function* () {})() };
      const request = written.upload({ ...endpoint, path: "/api" }, upload, { token });
      return "headers" in request ? request.headers : null;
    };
    expect(headersWith("token-1")).toMatchObject({
      "x-requested-with": "wallet-user",
      authorization: "Bearer token-1",
    });
    if (endpoint.access === "member") return expect(headersWith(null)).toBeNull();
    expect(headersWith(null)).toMatchObject({ "x-requested-with": "wallet-user" });
    expect(headersWith(null)).not.toHaveProperty("authorization");
  });

  test("whether the service is closed is asked again after 30 s, not before", async () => {
    let now = 0;
    let asked = 0;
    const reads = { lookupActive: async () => ({ terminated: Boolean((asked += 1) && false) }) };
    const page = createLookups(60_000, () => now).through(reads as never, null);
    for (const at of [0, 29_999]) {
      now = at;
      await page.lookupActive();
      expect(asked).toBe(1);
    }
    now = 30_000;
    await page.lookupActive();
    expect(asked).toBe(2);
  });
});

describe("the Lao build", () => {
  const config = readConfig({ MARKET: "la" });

  test("currency options LAK or BAHT, default LAK", () => expect(config.currencies).toEqual(["LAK", "BAHT"]));
  test("defaults to Lao", () => expect(config.locale).toBe("la"));
  test("no phone length check; in the Thai build exactly 10", () => {
    expect(config.phoneDigits).toBeNull();
    expect(readConfig({}).phoneDigits).toBe(10);
  });
});

describe("amounts", () => {
  const minimumOf = (code: string) => qrProvider(code, readConfig({}).fpQrMinimum)!.minimum;
  const presetsOf = (code: string) => qrProvider(code, readConfig({}).fpQrMinimum)!.presets.map((one) => one / BAHT);

  test("minimum deposit 2 baht for wallet auto", () => expect(ADD_MINIMUM).toBe(2 * BAHT));
  test.each([
    ["WW", 100],
    ["PAYONEX", 100],
    ["FP", 10],
    ["KBANK", 1],
  ])("QR minimum of %s: %i", (code, baht) => expect(minimumOf(code)).toBe(baht * BAHT));
  test("a build setting replaces the FP QR minimum and its first preset", () => {
    const { fpQrMinimum } = readConfig({ FP_QR_MINIMUM: "20" });
    expect(qrProvider("FP", fpQrMinimum)).toMatchObject({ minimum: 20 * BAHT });
    expect(qrProvider("FP", fpQrMinimum)!.presets[0]).toBe(20 * BAHT);
  });
  test.each([
    ["KBANK", [10, 20, 50, 100, 500, 1000]],
    ["WW", [100, 200, 300, 500, 1000]],
    ["PAYONEX", [100, 200, 300, 500, 1000]],
    ["FP", [10, 50, 100, 500, 1000]],
  ])("presets of %s: %j", (code, presets) => expect(presetsOf(code)).toEqual(presets));
  test("minimum transfer 1 baht", () => expect(TRANSFER_MINIMUM).toBe(1 * BAHT));
  test("numbers show 2 decimals", () => {
    expect(formatMoney(1_234_500, "BAHT")).toBe("฿12,345.00");
    expect(formatMoney(5, "LAK")).toBe("₭0.05");
  });
});

describe("banks", () => {
  test("banks needing an English account name, and the bank-name editing list: KTB, TMB, BBL", () =>
    expect([...ENGLISH_NAMES].sort()).toEqual(["BBL", "KTB", "TMB"]));
  test("KBank and KTB are recommended for speed in the Thai build", () => {
    for (const language of ["th", "la", "en"] as const)
      expect(translator(language)("register:bankHint")).toMatch(
        /(KBANK|Kasikorn|กสิกร|ກະສິກອນ).*(KTB|Krungthai|กรุงไทย|ກຸງໄທ)/,
      );
    expect(source("app/routes/_guest.register_.bank/route.tsx")).toContain('hint={thai ? t("register:bankHint")');
  });
  test("bank account number grouping: 3-3-rest when 10 digits", () =>
    expect(groupAccountNumber("1234567890")).toBe("123-456-7890"));
});

describe("lists", () => {
  test("invite and refund tables: 10 per page", () => expect(PAGE_SIZE).toBe(10));
  test("statement: 10 per page", () => expect(STATEMENTS).toBe(10));
  test("slip table: 10 per page", () => {
    const route = source("app/routes/user.slips/route.tsx");
    expect(route).toContain("operator.listSlips({ page, limit: LIMIT })");
    expect(route).toMatch(/^const LIMIT = 10;$/m);
  });
  test("coupon table: 3 per page", () => expect(COUPONS_PER_PAGE).toBe(3));
  test("pagination range 3 before and 1 after the current page", () =>
    expect(pageList(10, 20)).toEqual([7, 8, 9, 10, 11]));
  test("statement sign: + for deposit and bonus, - for withdraw, none for others", () => {
    const signOf = (statementType: string) =>
      describeRow(
        { statementType, from: "wallet", to: "PG", amount: 1, status: "SUCCESS" } as never,
        {
          t: translator("en"),
          locale: "en",
          games: {},
        } as never,
      ).sign;
    expect(["deposit", "bonus", "withdraw", "finish_bonus", "transfer"].map(signOf)).toEqual([
      "+",
      "+",
      MINUS,
      undefined,
      undefined,
    ]);
  });
  test("carousel: 3 cards, 300x211", () => {
    expect(source("app/features/games/game-card.css")).toContain("aspect-ratio: 300/211");
    expect(source("app/routes/user.home/games.css")).toContain("calc((100% - var(--space-3) * 2) / 3)");
  });
});

describe("times", () => {
  test("deposits reach the wallet within about 1 minute", () => {
    for (const language of ["th", "la", "en"] as const)
      expect(translator(language)("deposit:stepWait")).toMatch(/\b1\s(minute|นาที|ນາທີ)/);
  });
  test("loader delay 200 ms", () => expect(BUSY_AFTER_MS).toBe(200));
  test("toast duration 4 s, with scripts and without", () => {
    expect(TOAST_MS).toBe(4_000);
    expect(source("app/ui/alert.css")).toContain("leave 1ms 4s forwards");
  });
  test("agreement modal delay 1500 ms", () =>
    expect(source("app/features/agreement/agreement-dialog.tsx")).toContain("animation:agreement 1ms 1.5s backwards"));
  test("registration redirect 2 s", async () => {
    const answer = (await registered({
      context: { wizard: { read: () => ({ done: "0812345678" }) }, site: {} },
    } as never)) as Response;
    expect(answer.headers.get("Refresh")).toBe("2; url=/login");
  });
  test("a slip must be uploaded within 1 hour", () => {
    const read = lookup.lookupSlip.output.parse({ isActive: true }) as { withinMinutes: number };
    expect(read.withinMinutes).toBe(60);
  });
  test("spin animation: 2 to 3 full extra turns; 4000 to 5000 ms times turns times 0.1", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (reference) => {
        const { degrees, ms } = turnOf(reference, 0);
        const turns = degrees / 360;
        expect([2, 3]).toContain(turns);
        expect(ms).toBeGreaterThanOrEqual(4_000 * turns * 0.1);
        expect(ms).toBeLessThanOrEqual(5_000 * turns * 0.1);
      }),
    );
  });
  test("wheel size: the smaller of 350 and 85 % of the window's width", () =>
    expect(source("app/features/spin/wheel.css")).toMatch(/--wheel-size: min\(350px, 85vw,/));
  test("dates DD/MM/YYYY HH:mm:ss, in the market's time", () => {
    expect(formatDateTime("2026-01-02T03:04:05Z", readConfig({}).timeZone)).toBe("02/01/2026 10:04:05");
    expect(formatDateTime("2026-12-31T20:00:00Z", readConfig({ MARKET: "la" }).timeZone)).toBe("01/01/2027 03:00:00");
  });
  test("relative time uses units from year (31,536,000 s) down to second", () => {
    expect(UNITS[0]).toEqual(["year", 31_536_000]);
    expect(UNITS.at(-1)).toEqual(["second", 1]);
  });
});

test("app version 1.1.14", () => expect(readConfig({}).appVersion).toBe("1.1.14"));
