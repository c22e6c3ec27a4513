import { expect, test } from "vitest";
import { operator, type Json } from "./sandbox-operator";

async function wheel(wish: Parameters<typeof operator>[0] = {}) {
  const { control, call, newcomer } = await operator(wish);
  const member = await newcomer({ wallet: 100_00 });
  const { phone, token } = member;
  return {
    control,
    newcomer,
    phone,
    setup: async () => (await call("GET /api/spinwheel/setup", undefined, token)).body.result as Json,
    /** Spins, stopping at this slice. */
    spin: async (code?: string) => {
      if (code) control.forceSlice({ phone, code });
      return (await call("POST /api/spinwheel/spin", {}, token)).body;
    },
    coupons: async (bearer = token) =>
      (await call("GET /api/spinwheel/coupon", undefined, bearer)).body as unknown as (Json & { _id: string })[],
    claim: async (coupon: string, bearer = token) => await call("POST /api/spinwheel/coupon/claim", { coupon }, bearer),
  };
}

const failed = (error: string) => ({ success: false, error });
const codeOf = (control: Awaited<ReturnType<typeof wheel>>["control"], phone: string, amount: number | null) =>
  control.slices(phone).find(({ prize }) => (prize ? prize.amount : null) === amount)!.code;

test("a spin takes one coin and its prize waits as a coupon, which is claimed once", async () => {
  const { control, phone, setup, spin, coupons, claim } = await wheel();
  control.giveCoins({ phone, count: 2 });
  const code = codeOf(control, phone, 50_00);
  expect(await spin(code)).toMatchObject({ success: true, result: { code, label: "฿50", remainingCoin: 1 } });
  expect((await setup()).userCoin).toBe(1);
  const [coupon, ...others] = await coupons();
  expect(others).toEqual([]);
  expect(coupon).toMatchObject({ prize: { slice: { label: "฿50" } }, amount: 50 });
  expect(control.balances(phone)).toMatchObject({ wallet: 100_00 });

  expect((await claim(coupon!._id)).body).toEqual({ success: true });
  expect(control.balances(phone)).toMatchObject({ wallet: 150_00 });
  expect(control.statement(phone).rows[0]).toMatchObject({ type: "bonus", origin: "luckydraw", amount: 50_00 });
  expect(control.heldBonus(phone)).toBeNull();
  expect(await claim(coupon!._id)).toEqual({ status: 200, body: failed("NO_CLAIMABLE_COUPON") });
  expect(control.balances(phone)).toMatchObject({ wallet: 150_00 });
  expect(await coupons()).toEqual([]);
  expect(control.trialBalance().exact).toBe(true);
});

test("a slice without a prize takes the coin and leaves no coupon", async () => {
  const { control, phone, spin, coupons } = await wheel();
  control.giveCoins({ phone });
  expect(await spin(codeOf(control, phone, null))).toMatchObject({ success: true, result: { remainingCoin: 0 } });
  expect(await coupons()).toEqual([]);
});

test("what cannot be spun takes no coin", async () => {
  const { control, phone, spin, setup } = await wheel();
  expect(await spin()).toEqual(failed("MONEY_NOT_ENOUGH"));
  control.giveCoins({ phone });
  expect(await spin("NONE")).toEqual(failed("INVALID_PRIZE_CODE"));
  control.switches({ spinActive: false });
  expect(await spin()).toEqual(failed("NO_DATA"));
  expect(await setup()).toEqual({ activeSpinwheel: null, userCoin: 1 });
});

test("many spins at once take no more coins than there are", async () => {
  const { control, phone, spin } = await wheel();
  control.giveCoins({ phone, count: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => spin()));
  expect(answers.filter(({ success }) => success)).toHaveLength(3);
  expect(control.coins(phone)).toEqual({ coins: 0 });
});

test("each reason not to credit a coupon has its code, and they are checked in the operator's order", async () => {
  const { control, phone, spin, coupons, claim, newcomer } = await wheel();
  control.giveCoins({ phone, count: 9 });
  const won = async (amount: number) => {
    await spin(codeOf(control, phone, amount));
    return (await coupons())[0]!._id;
  };
  const other = await newcomer();
  const thing = await won(0);
  const money = await won(20_00);
  control.giveBonus({ phone, amount: 10_00 });
  expect((await claim(money)).body).toEqual(failed("BONUS_REMAINING"));
  control.spoilCoupons({ phone });
  expect((await claim(money)).body).toEqual(failed("COUPON_EXPIRED"));
  expect((await claim(thing)).body).toEqual(failed("INVALID_COUPON_TYPE"));
  const lost = await won(0);
  control.spoilCoupons({ phone, how: "lost" });
  expect((await claim(lost)).body).toEqual(failed("INVALID_PRIZE_CODE"));
  expect((await claim(lost, other.token)).body).toEqual(failed("INVALID_CODE"));
  expect((await claim("nothing")).body).toEqual(failed("INVALID_CODE"));
});

test("deposits of 100 baht and more give a coin", async () => {
  const { control, phone } = await wheel();
  control.bankTransfer({ phone, amount: 99_99 });
  expect(control.coins(phone)).toEqual({ coins: 0 });
  control.bankTransfer({ phone, amount: 100_00 });
  expect(control.coins(phone)).toEqual({ coins: 1 });
});

test("the wheel has as many slices as the desk says, each with its own code", async () => {
  const { control, setup } = await wheel({ market: "la" });
  for (const wheelSlices of [2, 8, 12, 24]) {
    control.switches({ wheelSlices, wheelLabels: "long" });
    const { slice } = (await setup()).activeSpinwheel as { slice: { code: string }[] };
    expect(new Set(slice.map(({ code }) => code)).size).toBe(wheelSlices);
  }
});
