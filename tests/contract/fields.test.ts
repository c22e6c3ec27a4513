import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "../../server/operator/contract";
import { Amount, Instant, Money, Status } from "../../server/operator/contract/fields";

const minorUnits = fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 });

test("every amount is sent and received without loss", () => {
  fc.assert(
    fc.property(minorUnits, (minor) => {
      const wire: unknown = JSON.parse(JSON.stringify(z.encode(Money, minor)));
      expect(z.decode(Money, wire as number)).toBe(minor);
    }),
    { numRuns: 2_000 },
  );
});

test("an amount on the wire never has more than 2 decimals", () => {
  fc.assert(
    fc.property(minorUnits, (minor) => {
      expect(JSON.stringify(z.encode(Money, minor))).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }),
    { numRuns: 2_000 },
  );
});

test("an amount equals its decimal text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      expect(z.decode(Money, Number(`${whole}.${String(cents).padStart(2, "0")}`))).toBe(whole * 100 + cents);
    }),
    { numRuns: 2_000 },
  );
});

test.each([0.001, 10.005, 1.005, 0.1 + 0.2, 1e21, -0.019, NaN, Infinity])("%d is refused, not rounded", (wire) => {
  expect(z.safeDecode(Money, wire).success).toBe(false);
});

test.each([0, -100, 0.5, 2 ** 60])("%d minor units cannot be moved", (minor) => {
  expect(z.safeEncode(Amount, minor).success).toBe(false);
});

test("a time is read to the millisecond, with any offset", () => {
  const date = z.decode(Instant, "2026-11-20T15:00:00.120+07:00");
  expect(z.encode(Instant, date)).toBe("2026-11-20T08:00:00.120Z");
  expect(z.safeDecode(Instant, "20/11/2026").success).toBe(false);
});

test("an unknown status counts as pending", () => {
  expect(["SUCCESS", "success", "FAILED", "PENDING", "ON_HOLD", ""].map((wire) => z.decode(Status, wire))).toEqual([
    "SUCCESS",
    "SUCCESS",
    "FAILED",
    "PENDING",
    "PENDING",
    "PENDING",
  ]);
});

const bank = { code: "SCB", nameTH: "ธนาคารไทยพาณิชย์" };

const ENVELOPES = ["result", "data", "response"];
/** A value in each envelope, bare and under the key. */
const wrapped = (key: string, value: unknown) =>
  ENVELOPES.flatMap((envelope) => [{ [envelope]: value }, { [envelope]: { [key]: value } }]);

test.each([[bank], { banks: [bank] }, ...wrapped("banks", [bank])])(
  "a list is accepted bare or wrapped: %j",
  (wire) => {
    expect(z.decode(endpoints.lookupBanks.output, wire)).toEqual([bank]);
  },
);

const limits = { withdrawMin: 100, withdrawMax: 50_000.5 };

test.each([limits, { withdraw: limits }, { status: "success", data: limits }, ...wrapped("withdraw", limits)])(
  "a record is accepted bare or wrapped: %j",
  (wire) => {
    expect(z.decode(endpoints.lookupWithdraw.output, wire)).toEqual({ withdrawMin: 100_00, withdrawMax: 50_000_50 });
  },
);

test("a wrapped record with only optional fields is found", () => {
  expect(z.decode(endpoints.lookupDeposit.output, { deposit: { isManual: true } }).isManual).toBe(true);
  expect(z.decode(endpoints.lookupDeposit.output, {})).toMatchObject({ banks: [], wallets: [], isManual: false });
});

test("bare texts and flags are accepted", () => {
  expect(z.decode(endpoints.lookupActive.output, true)).toEqual({ terminated: true });
  for (const wire of wrapped("terminated", true)) {
    expect(z.decode(endpoints.lookupActive.output, wire)).toEqual({ terminated: true });
  }
  expect(z.decode(endpoints.lookupNotice.output, "<p>x</p>")).toEqual({ notice: "<p>x</p>" });
  expect(z.decode(endpoints.lookupAgreements.output, ["<p>x</p>"])).toEqual({ agreements: ["<p>x</p>"] });
});

test("the wheel's slices are accepted under both names, its setup bare or wrapped", () => {
  const slice = [{ code: "A", label: "A", bgColor: "#fff", textColor: "#000", htmlDescription: "" }];
  const setup = { activeSpinwheel: { name: "W", slices: slice }, userCoin: 1 };
  for (const wire of [setup, { result: setup }]) {
    expect(z.decode(endpoints.spinSetup.output, wire).result.activeSpinwheel?.slice).toEqual(slice);
  }
});

test("the creation time of a chat message is accepted as a string or in a record", () => {
  const at = "2026-11-20T08:00:00.000Z";
  for (const wire of [at, { createdAt: at }]) {
    expect(z.decode(endpoints.sendChatMessage.output, wire)).toEqual(new Date(at));
  }
});

test("a list without a total, or bare, has an unknown total", () => {
  const refund = { refundAmount: 1.25, createdAt: "2026-11-20T08:00:00.000Z" };
  for (const wire of [{ refunds: [refund] }, [refund], ...wrapped("refunds", [refund])]) {
    expect(z.decode(endpoints.listRefunds.output, wire)).toMatchObject({
      refunds: [{ refundAmount: 125 }],
      total: null,
    });
  }
});

test("every form of no promotion is read as null", () => {
  for (const wire of [null, undefined, {}]) expect(z.decode(endpoints.findPromotion.output, wire)).toBeNull();
});

test("the expiry of a QR is accepted as seconds or as a time", () => {
  const secondsOf = (expireIn: unknown) =>
    z.decode(endpoints.findQr.output, { hasQrcode: true, expireIn }).expireIn ?? Number.NaN;
  expect(secondsOf(600)).toBe(600);
  expect(secondsOf("600")).toBe(600);
  const end = Date.now() + 600_000;
  for (const moment of [new Date(end).toISOString(), end, end / 1000]) {
    expect(secondsOf(moment)).toBeGreaterThan(540);
    expect(secondsOf(moment)).toBeLessThanOrEqual(600);
  }
  expect(secondsOf(Date.now() - 5_000)).toBe(0);
});

test("provider types and modes are case-insensitive, and unknown ones are accepted", () => {
  const account = { bankCode: "kbank", bankType: "bank", mode: "qr", bankAccountName: "A", bankAccountNo: "1" };
  const wire = { banks: [{ ...account, currency: "baht", bank: { nameTH: "ก", nameEN: "K" } }] };
  expect(z.decode(endpoints.lookupDeposit.output, wire).banks[0]).toMatchObject({
    bankCode: "KBANK",
    bankType: "BANK",
    mode: "QR",
    currency: "BAHT",
  });
});
