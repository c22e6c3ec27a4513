/** How the outcome of a reward becomes known if its answer was lost: bonuses, promotions, refunds, spins and coupons. */
import { describe, expect, test } from "vitest";
import type { StatementRow } from "../../server/operator/contract/statement";
import type { OpName } from "../../server/operations/types";
import { createStage, LOST, MINUTE, SECOND } from "./operations-stage";
import type { Stage } from "./operations-stage";

type Source = "bonus" | "promotion" | "invite" | "refund" | "luckydraw";

async function submit(stage: Stage, op: OpName, input: Record<string, string | number> = {}) {
  const request = stage.request();
  const outcome = await stage.soon(request.run(op, input, await stage.soon(request.formKey(op))));
  expect(outcome.kind).toBe("receipt");
  return (outcome as { id: string }).id;
}

const viewOf = async (stage: Stage, id: string) => (await stage.soon(stage.request().view(id)))!;

/** A bonus in the statement and the wallet. */
function credit(
  { operator }: Stage,
  source: Source | null,
  amount: number,
  status: StatementRow["status"] = "SUCCESS",
) {
  const row = { statementType: "bonus", from: null, to: "wallet", amount, status } as const;
  operator.note({ ...row, ...(source && { [source]: { description: "text" } }) });
  if (status === "SUCCESS") operator.wallet += amount;
}

/** Longer than the operator may execute a request late and rows may lag. */
const LONG = 9 * MINUTE;

describe.each<[OpName, Source, Record<string, string | number>]>([
  ["receiveInviteBonus", "invite", { amount: 30_00 }],
  ["receiveRefund", "refund", { amount: 30_00 }],
  ["addRefundToWallet", "refund", { amount: 30_00 }],
  ["activateBonus", "bonus", { code: "WELCOME" }],
  ["activatePromotion", "promotion", { code: "NEW50" }],
])("%s without an answer", (op, source, input) => {
  const lost = async (effect: (stage: Stage) => void = () => {}) => {
    const stage = createStage();
    stage.operator.send = () => (effect(stage), LOST);
    const id = await submit(stage, op, input);
    return { stage, id };
  };

  test("is found by its row, which tells the amount", async () => {
    const { stage, id } = await lost((stage) => credit(stage, source, 35_00));
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", received: 35_00 });
  });

  test("is found by a row that does not say where it comes from", async () => {
    const { stage, id } = await lost((stage) => credit(stage, null, 35_00));
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done" });
  });

  test("is not done if no row appears, or one of another kind, or one that failed", async () => {
    const other = source === "invite" ? "refund" : "invite";
    const { stage, id } = await lost((stage) => {
      credit(stage, other, 35_00);
      credit(stage, source, 35_00, "FAILED");
    });
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
  });

  test("is for support if the member holds a bonus since then and no row says why", async () => {
    const { stage, id } = await lost((stage) => (stage.operator.holdsBonus = true));
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "review" });
  });
});

describe("the end of a bonus without an answer", () => {
  const lost = async (effect: (stage: Stage) => void) => {
    const stage = createStage();
    stage.operator.holdsBonus = true;
    stage.operator.send = () => (effect(stage), LOST);
    return { stage, id: await submit(stage, "clearBonus") };
  };

  test("is found by its row, although no money moves", async () => {
    const { stage, id } = await lost(({ operator }) => {
      operator.holdsBonus = false;
      operator.note({ statementType: "finish_bonus", from: "wallet", to: null, amount: 900_00 });
    });
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", received: null });
  });

  test("is not done while the bonus is held", async () => {
    const { stage, id } = await lost(() => {});
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
  });

  test("is for support if the bonus has gone and no row says why", async () => {
    const { stage, id } = await lost(({ operator }) => (operator.holdsBonus = false));
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "review" });
  });

  test("is done if there is no bonus to end", async () => {
    const stage = createStage();
    stage.operator.send = () => ({ kind: "refused", code: "NO_DATA" });
    expect(await viewOf(stage, await submit(stage, "clearBonus"))).toMatchObject({ state: "done" });
  });
});

describe("a spin", () => {
  const lost = async (effect: (stage: Stage) => void) => {
    const stage = createStage();
    stage.operator.prizes = { coins: 3, coupons: [{ id: "old", label: "20" }] };
    stage.operator.send = () => (effect(stage), LOST);
    return { stage, id: await submit(stage, "spin") };
  };
  const deposit = ({ operator }: Stage) =>
    operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 0 });

  test("without an answer happened if a coin is missing; the new coupon tells what it won", async () => {
    const { stage, id } = await lost(({ operator }) => {
      operator.prizes = { coins: 2, coupons: [{ id: "new", label: "50" }, ...operator.prizes.coupons] };
    });
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", output: { label: "50", remainingCoin: 2 } });
  });

  test("without an answer and without a new coupon won nothing", async () => {
    const { stage, id } = await lost(({ operator }) => (operator.prizes.coins = 2));
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", output: { label: null, remainingCoin: 2 } });
  });

  test("without an answer is not done if coins and coupons are as before", async () => {
    const { stage, id } = await lost(() => {});
    await stage.pass(3 * MINUTE);
    expect(await viewOf(stage, id)).toMatchObject({ state: "unknown" });
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
  });

  test("is told by its coupon if a deposit has brought a coin meanwhile, and otherwise for support", async () => {
    const won = await lost((stage) => {
      deposit(stage);
      stage.operator.prizes.coupons.unshift({ id: "new", label: "50" });
    });
    await won.stage.pass(3 * SECOND);
    expect(await viewOf(won.stage, won.id)).toMatchObject({ state: "done", output: { label: "50" } });
    const none = await lost(deposit);
    await none.stage.pass(LONG);
    expect(await viewOf(none.stage, none.id)).toMatchObject({ state: "review" });
  });

  test("keeps the next spin closed until it is known, and no money form", async () => {
    const { stage, id } = await lost(() => {});
    const open = async (op: OpName) => (await stage.soon(stage.request().open(op)))?.id ?? null;
    expect(await open("spin")).toBe(id);
    expect(await open("transfer")).toBe(null);
  });
});

describe("a coupon without an answer", () => {
  const lost = async (amount: number, effect: (stage: Stage) => void) => {
    const stage = createStage();
    stage.operator.prizes = { coins: 0, coupons: [{ id: "c1", label: "50" }] };
    stage.operator.send = () => (effect(stage), LOST);
    return { stage, id: await submit(stage, "claimCoupon", { coupon: "c1", amount }) };
  };
  const gone = ({ operator }: Stage) => void (operator.prizes.coupons = []);

  test("of money is found by its row", async () => {
    const { stage, id } = await lost(50_00, (stage) => (gone(stage), credit(stage, "luckydraw", 50_00)));
    await stage.pass(3 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", received: 50_00 });
  });

  test("of money is for support if it has gone without a row, and not done while it is there", async () => {
    const spent = await lost(50_00, gone);
    await spent.stage.pass(LONG);
    expect(await viewOf(spent.stage, spent.id)).toMatchObject({ state: "review" });
    const there = await lost(50_00, () => {});
    await there.stage.pass(LONG);
    expect(await viewOf(there.stage, there.id)).toMatchObject({ state: "notdone" });
  });

  test("of a thing is found by its absence", async () => {
    const spent = await lost(0, gone);
    await spent.stage.pass(3 * SECOND);
    expect(await viewOf(spent.stage, spent.id)).toMatchObject({ state: "done", received: null });
    const there = await lost(0, () => {});
    await there.stage.pass(LONG);
    expect(await viewOf(there.stage, there.id)).toMatchObject({ state: "notdone" });
  });

  test("of a thing was not claimed because one that had gone has come back", async () => {
    const stage = createStage();
    stage.operator.send = () => LOST;
    const id = await submit(stage, "claimCoupon", { coupon: "c1", amount: 0 });
    stage.operator.prizes = { coins: 0, coupons: [{ id: "c1", label: "50" }] };
    await stage.pass(LONG);
    expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
  });
});
