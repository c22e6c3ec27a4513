/** The sandbox's bonuses and promotions: when they can be received, and what they do to the ledger. */
import { expect, test } from "vitest";
import { done, operator, refused, type Json } from "./sandbox-operator";

const YEAR_MS = 365 * 24 * 3_600_000;

/** An operator whose clock stands at `at` (it goes on from there), and a member with some money. */
async function operatorAt(at: string, wallet = 100_00) {
  const started = await operator({ switches: { tokenLifeMs: YEAR_MS } });
  const { control, call, newcomer } = started;
  const setClock = (time: string) => control.switches({ clockOffsetMs: Date.parse(time) - Date.now() });
  setClock(at);
  const { token, phone } = await newcomer({ wallet });
  const receive = (code: string) => call(`GET /api/bonus/activate/${code}`, undefined, token);
  const list = async () => (await call("GET /api/bonus", undefined, token)).body as unknown as Json[];
  const bonus = async (code: string) => (await list()).find((one) => one.code === code)!;
  return { ...started, setClock, token, phone, receive, list, bonus };
}

test("a bonus credits the wallet, is held until it ends, and can then be received again if its terms allow it", async () => {
  const { control, phone, receive, bonus, call, token } = await operatorAt("2026-11-18T05:00:00Z");
  expect((await bonus("DAILY20")).userBonus).toBeNull();
  const { status, body } = await receive("DAILY20");
  expect(status).toBe(200);
  expect(body).toMatchObject({ isActive: true, received: [{ updatedAt: expect.stringContaining("2026-11-18T05:0") }] });
  expect((await bonus("DAILY20")).userBonus).toEqual(body);
  expect(control.balances(phone)).toEqual({ wallet: 120_00 });
  expect(control.statement(phone).rows).toMatchObject([
    { type: "bonus", status: "SUCCESS", source: null, target: "wallet", amount: 20_00, origin: "bonus" },
  ]);
  expect(control.heldBonus(phone)).toMatchObject({ kind: "bonus", code: "DAILY20", baseline: 120_00, fail: 10 });
  const minimum = await call("GET /api/bonus/check/minimum", undefined, token);
  expect(minimum.body).toEqual({ status: false, minimum: 12 });
  expect(await call("GET /api/bonus/clear", undefined, token)).toEqual(refused(409, "BONUS_CONDITION"));
  control.endBonus({ phone });
  expect((await bonus("DAILY20")).userBonus).toEqual({ ...body, isActive: false });
  expect(await receive("DAILY20")).toEqual(refused(409, "BONUS_MAX_CLAIMED"));
  expect(control.trialBalance().exact).toBe(true);
});

test("of several reasons to refuse a bonus, the first in the order of the API is told", async () => {
  const { control, phone, receive } = await operatorAt("2026-11-18T05:00:00Z");
  expect(await receive("NOSUCH")).toEqual(refused(404, "NO_DATA"));
  expect(await receive("WEEKEND50")).toEqual(refused(409, "BONUS_CONDITION"));
  control.switches({ offersFull: ["WEEKEND50"] });
  expect(await receive("WEEKEND50")).toEqual(refused(409, "BONUS_FULL"));
  for (let time = 0; time < 2; time += 1) control.receivedOffer({ phone, code: "WEEKEND50" });
  expect(await receive("WEEKEND50")).toEqual(refused(409, "BONUS_MAX_CLAIMED"));
  expect((await receive("WELCOME100")).status).toBe(200);
  expect(await receive("WEEKEND50")).toEqual(refused(409, "BONUS_REMAINING"));
  expect(await receive("WELCOME100")).toEqual(refused(409, "BONUS_ALREADY_ACTIVE"));
  expect(control.balances(phone)).toEqual({ wallet: 200_00 });
});

test("a day of a bonus ends at midnight in Bangkok, a week on Sunday", async () => {
  const { control, phone, setClock, receive } = await operatorAt("2026-11-18T16:50:00Z");
  control.receivedOffer({ phone, code: "DAILY20" });
  expect(await receive("DAILY20")).toEqual(refused(409, "BONUS_MAX_CLAIMED"));
  setClock("2026-11-18T17:00:00Z");
  expect((await receive("DAILY20")).status).toBe(200);
  control.endBonus({ phone });

  // Saturday and Sunday of one week; the next one begins on Monday.
  for (const at of ["2026-11-21T05:00:00Z", "2026-11-22T05:00:00Z"])
    control.receivedOffer({ phone, code: "WEEKEND50", at: Date.parse(at) });
  setClock("2026-11-22T16:50:00Z");
  control.bankTransfer({ phone, amount: 100_00 });
  expect(await receive("WEEKEND50")).toEqual(refused(409, "BONUS_MAX_CLAIMED"));
  setClock("2026-11-22T17:00:00Z");
  expect((await receive("WEEKEND50")).status).toBe(200);
});

test("a bonus ends by itself at its target, and by the member's choice at its threshold", async () => {
  const { control, call, token, phone, receive } = await operatorAt("2026-11-18T05:00:00Z", 0);
  expect((await receive("WELCOME100")).status).toBe(200);
  await call("GET /api/wallet/activate/PG", undefined, token);
  await call("POST /api/wallet/transfer", { from: "wallet", to: "PG", amount: 100 }, token);
  control.play({ phone, code: "PG", amount: -95_00 });
  const minimum = await call("GET /api/bonus/check/minimum", undefined, token);
  expect(minimum.body).toEqual({ status: true, minimum: 5 });
  const cleared = await call("GET /api/bonus/clear", undefined, token);
  expect(cleared).toEqual({ status: 200, body: { message: "BONUS_CLEAR" } });
  expect(control.balances(phone)).toEqual({ wallet: 0, PG: 5_00 });
  expect(control.statement(phone).rows[0]).toMatchObject({ type: "finish_bonus", amount: 5_00, origin: "bonus" });
});

test("a promotion is found and received by its code, once, and is the current one while it is held", async () => {
  const { control, call, token, phone } = await operatorAt("2026-11-18T05:00:00Z");
  const find = async (code: string) => (await call(`GET /api/promotion/find/${code}`, undefined, token)).body;
  const current = async () => (await call("GET /api/promotion/current", undefined, token)).body;
  const receive = (code: string) => call(`GET /api/promotion/activate/${code}`, undefined, token);
  expect([await find("NOSUCH"), await current()]).toEqual([null, null]);
  const found = await find("NEWYEAR27");
  expect(found).toMatchObject({ code: "NEWYEAR27", percentFail: 10 });
  expect(await receive("NOSUCH")).toEqual(refused(404, "NO_PROMOTION"));
  control.switches({ offersFull: ["NEWYEAR27"] });
  expect(await receive("NEWYEAR27")).toEqual(refused(409, "BONUS_FULL"));
  control.switches({ offersFull: [] });
  expect(await receive("NEWYEAR27")).toEqual(done);
  expect(control.balances(phone)).toEqual({ wallet: 127_00 });
  expect(await current()).toEqual(found);
  expect(await receive("KRAM100")).toEqual(refused(409, "BONUS_REMAINING"));
  expect(await receive("NEWYEAR27")).toEqual(refused(409, "PROMOTION_RECEIVED"));
  control.endBonus({ phone });
  control.forgetOffers({ phone });
  expect(await receive("NEWYEAR27")).toEqual(done);
});

test("the pictures of bonuses are there", async () => {
  const { list } = await operatorAt("2026-11-18T05:00:00Z");
  const images = (await list()).flatMap(({ banners }) => (banners as { image: string }[]).map(({ image }) => image));
  const answers = await Promise.all(images.map(async (image) => (await fetch(image)).headers.get("content-type")));
  expect(answers).toEqual(images.map(() => "image/svg+xml"));
});
