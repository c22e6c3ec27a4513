import { setTimeout as wait } from "node:timers/promises";
import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";
import { looksLike, PROOFS, tookPlace, type OpInput, type RowPattern } from "../operations/proofs";
import { marked } from "../operations/rows";
import { isKnownRefusal, misfit, NOTHING, outcomeOf, readUntil, unlessUnread, wordOf } from "./spending";
import type { Outcome, Spending } from "./spending";

/** Minor units: the smallest transfer. */
const AMOUNT = 1_00;
/** Rows that are read. Only the steps of this check may leave any meanwhile. */
const ROWS = 30;
/** After the row of a step, another one is waited for. */
const MORE_MS = 1_000;

type Transfer = OpInput & { from: string; to: string; amount: number };

const patternOf = (input: Transfer): RowPattern => {
  const { evidence } = PROOFS.transfer;
  return (evidence as Extract<typeof evidence, { by: "statement" }>).legs(input, NOTHING)[0]!;
};

/** Moves the smallest amount to the game and back; then more than the game has, which must be refused. */
export async function spendOnTransfers(spending: Spending, game: string): Promise<void> {
  const { spent, port, auth, note } = spending;
  const before = await unlessUnread(spending, "transfer", "before", null, () => port.wallet(auth));
  if (before === null) return;
  if (before.wallet === null || before.wallet < AMOUNT)
    return void (spent.why.transfer = "the main wallet has less than 1.00");
  note("transfer");
  const there = await transfer(spending, "wallet to game", { from: WALLET, to: game, amount: AMOUNT });
  if (there === "not done") return;
  if (there === "unknown") return void spent.left.push(`1.00 may lie in ${game}: look, and move it back by hand`);
  const back = await transfer(spending, "game to wallet", { from: game, to: WALLET, amount: AMOUNT });
  if (back !== "done")
    spent.left.push(`1.00 ${back === "unknown" ? "may lie" : "lies"} in ${game}: move it back by hand`);
  else await tooMuch(spending, game);
}

async function newRows({ port, auth }: Spending, before: ReadonlySet<string>) {
  return marked((await port.statement(auth, 1, ROWS)).rows).filter(({ mark }) => !before.has(mark));
}

const marksOf = async (spending: Spending) => new Set((await newRows(spending, new Set())).map(({ mark }) => mark));

async function balancesOf({ port, auth }: Spending, accounts: readonly string[]) {
  const { wallet, accounts: games } = await port.wallet(auth);
  return accounts.map((account) => (account === WALLET ? wallet : (games[account] ?? null)));
}

/** Sends a transfer and looks at what it leaves. */
async function transfer(spending: Spending, step: string, input: Transfer): Promise<Outcome> {
  const { port, auth, note } = spending;
  const accounts = [input.from, input.to];
  const base = await unlessUnread(spending, "transfer", step, null, async () => ({
    marks: await marksOf(spending),
    had: await balancesOf(spending, accounts),
  }));
  if (base === null) return "not done";
  const result = await port.send("transfer", input, auth);
  const outcome = outcomeOf(result);
  if (outcome !== "done") note("transfer", misfit("SUCCESS", wordOf("transfer", result), step));
  return await unlessUnread(spending, "transfer", step, outcome, async () => {
    const isProven = await hasLeftItsRow(spending, step, input, outcome, base.marks);
    if (outcome === "unknown" && !isProven) return outcome;
    const by = outcome === "not done" ? 0 : input.amount;
    const has = await balancesOf(spending, accounts);
    const moved = has.map((amount, at) => Number(amount) - Number(base.had[at]));
    if (moved[0] !== -by || moved[1] !== by)
      note("transfer", misfit("the amount moved between the two balances", "other balances", `${step}: getWallet`));
    return isProven ? "done" : outcome;
  });
}

/** Waits for the row of a transfer, and for no other one. @returns whether its row is there */
async function hasLeftItsRow(
  spending: Spending,
  step: string,
  input: Transfer,
  outcome: Outcome,
  before: ReadonlySet<string>,
): Promise<boolean> {
  const { spent, note, rowMs } = spending;
  const pattern = patternOf(input);
  const proves = (row: StatementRow) => looksLike(pattern, row) && tookPlace(row, pattern);
  const began = performance.now();
  const found = await readUntil(
    () => newRows(spending, before),
    (rows) => outcome === "not done" || rows.some(proves),
    rowMs,
  );
  const isProven = found.some(proves);
  if (isProven) spent.lags[step] = Math.round(performance.now() - began);
  await wait(MORE_MS);
  const all = await newRows(spending, before);
  const path = `${step}: statements[]`;
  if (outcome === "done" && !isProven)
    note("transfer", misfit("the row of this transfer", all.length > 0 ? "another row" : "missing", path));
  else if (all.length > 1) note("transfer", misfit("one row", `${all.length} rows`, path));
  return isProven;
}

/** Asks for more than the game has. If it is not refused, what moves comes to the main wallet. */
async function tooMuch(spending: Spending, game: string): Promise<void> {
  const { port, auth, spent, note } = spending;
  const step = "more than there is";
  await unlessUnread(spending, "transfer", step, undefined, async () => {
    const before = await marksOf(spending);
    const [has] = await balancesOf(spending, [game]);
    const amount = Number(has) + AMOUNT;
    const result = await port.send("transfer", { from: game, to: WALLET, amount }, auth);
    if (!isKnownRefusal("transfer", result))
      note("transfer", misfit("a refusal with a code of this call", wordOf("transfer", result), step));
    if (outcomeOf(result) !== "not done")
      spent.left.push(`up to ${(amount / 100).toFixed(2)} may have moved from ${game} to the main wallet`);
    await wait(MORE_MS);
    const rows = (await newRows(spending, before)).filter(({ status }) => status !== "FAILED");
    if (rows.length > 0)
      note("transfer", misfit("no row that took place", `${rows.length} rows`, `${step}: statements[]`));
  });
}
