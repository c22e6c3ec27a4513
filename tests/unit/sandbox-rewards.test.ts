/** Invite bonuses and refunds of the sandbox: what they are made of, and each reason why they are refused. */
import { expect, test } from "vitest";
import { operator, refused } from "./sandbox-operator";

const DAY_MS = 24 * 3_600_000;
const INVITED = { status: 200, body: { message: "INVITE_BONUS_SUCCESS" } };
const REFUNDED = { status: 200, body: { message: "REFUND_SUCCESS" } };
const PAGE = { page: 1, limit: 10 };

/** A member with calls of their own. */
async function member(switches: NonNullable<Parameters<typeof operator>[0]>["switches"] = {}) {
  const { control, call, newcomer } = await operator({ switches: { tokenLifeMs: 30 * DAY_MS, ...switches } });
  const { token, phone } = await newcomer({ wallet: 100_00 });
  return { control, phone, ask: (line: string, body?: Record<string, unknown>) => call(line, body, token) };
}

test("an invite bonus is a twentieth of what friends play for, received once a day", async () => {
  const { control, phone, ask } = await member();
  const receive = () => ask("GET /api/invite/bonus");
  expect(await receive()).toEqual(refused(409, "NO_INVITEE_PLAY_INFO"));
  control.friendPlays({ phone, amount: 1_000_00, name: "มะลิ" });
  control.friendPlays({ phone, amount: 400_00, name: "Boy" });
  expect((await ask("GET /api/wallet")).body.invite).toEqual({ amount: 70, success: 300, fail: 5 });
  expect((await ask("POST /api/invite", PAGE)).body).toMatchObject({
    invites: [
      { from: { name: "Boy" }, amount: 20 },
      { from: { name: "มะลิ" }, amount: 50 },
    ],
    total: 2,
  });
  expect(await receive()).toEqual(INVITED);
  expect(control.balances(phone).wallet).toBe(170_00);
  expect(control.heldBonus(phone)).toMatchObject({ kind: "invite", baseline: 170_00, success: 300, fail: 5 });
  expect((await ask("GET /api/wallet")).body.invite).toMatchObject({ amount: 0 });
  control.friendPlays({ phone, amount: 100_00 });
  expect(await receive()).toEqual(refused(409, "INVITE_COLLECT"));
  await control.advance({ ms: DAY_MS });
  expect(await receive()).toEqual(refused(409, "BONUS_REMAINING"));
  control.endBonus({ phone });
  control.switches({ inviteFails: true });
  expect((await receive()).body).toEqual({ message: "INVITE_BONUS_FAIL" });
  control.switches({ inviteFails: false, inviteActive: false });
  expect((await receive()).body).toEqual({ message: "INVITE_INACTIVE" });
  control.switches({ inviteActive: true, inviteSuccess: 0, inviteFail: 0 });
  expect(await receive()).toEqual(INVITED);
  expect(control.heldBonus(phone)).toBeNull();
  await control.advance({ ms: DAY_MS });
  expect(await receive()).toEqual(refused(404, "NO_INVITE_BONUS"));
  expect(control.trialBalance().exact).toBe(true);
});

test("a refund is a tenth of last week's losses, received once", async () => {
  const { control, phone, ask } = await member();
  const receive = () => ask("GET /api/refund/receive");
  const check = async () => (await ask("GET /api/refund/check")).body;
  expect(await receive()).toEqual(refused(404, "NO_REFUND"));
  expect(await check()).toMatchObject({ result: false, bonus: false, refundAmount: 0 });
  control.loseLastWeek({ phone, amount: 9 });
  expect((await receive()).body).toEqual({ message: "REFUND_MINIMUM" });
  control.loseLastWeek({ phone, amount: 750_00 });
  expect(await check()).toMatchObject({ result: true, refundAmount: 75, refundSuccess: 200, refundFail: 5 });
  expect((await check()).info).toContain("10%");
  control.switches({ refundActive: false });
  expect((await receive()).body).toEqual({ message: "REFUND_INACTIVE" });
  control.switches({ refundActive: true, refundMet: false });
  expect((await receive()).body).toEqual({ message: "REFUND_CONDITION" });
  control.switches({ refundMet: true });
  control.giveBonus({ phone, amount: 10_00 });
  expect(await check()).toMatchObject({ result: false, bonus: true, refundAmount: 75 });
  expect(await receive()).toEqual(refused(409, "BONUS_REMAINING"));
  control.endBonus({ phone });
  expect((await ask("GET /api/refund/addWallet")).body).toEqual({ message: "REFUND_CONDITION" });
  expect(await receive()).toEqual(REFUNDED);
  expect(control.balances(phone).wallet).toBe(185_00);
  expect(control.heldBonus(phone)).toMatchObject({ kind: "refund", success: 200, fail: 5 });
  expect(await receive()).toEqual(refused(404, "NO_REFUND"));
  expect((await ask("POST /api/refund", PAGE)).body).toMatchObject({ refunds: [{ refundAmount: 75 }], total: 1 });
  expect(control.trialBalance().exact).toBe(true);
});

test("without percentages a refund goes into the wallet, and nothing is held", async () => {
  const { control, phone, ask } = await member({ refundSuccess: 0, refundFail: 0 });
  control.loseLastWeek({ phone, amount: 750_00 });
  expect(await ask("GET /api/refund/addWallet")).toEqual(REFUNDED);
  expect(control.balances(phone).wallet).toBe(175_00);
  expect(control.heldBonus(phone)).toBeNull();
});

test("losses of this week are refunded next week", async () => {
  const { control, phone, ask } = await member();
  control.loseLastWeek({ phone, amount: 100_00 });
  expect(await ask("GET /api/refund/receive")).toEqual(REFUNDED);
  control.endBonus({ phone });
  await control.advance({ ms: 7 * DAY_MS });
  expect(await ask("GET /api/refund/receive")).toEqual(refused(404, "NO_REFUND"));
  control.loseLastWeek({ phone, amount: 200_00 });
  expect((await ask("GET /api/refund/check")).body).toMatchObject({ refundAmount: 20 });
});
