import { setTimeout as wait } from "node:timers/promises";
import type { NewMember, NewFault } from "./desk";
import { signedIn } from "./demo";
import type { Product } from "./product";
import type { Answer, Visitor } from "./visitor";

/** A receipt as a member sees it. */
interface Way {
  name: string;
  has: NewMember;
  /** The page with the form, and what is typed. */
  form: [path: string, fields: Record<string, string>];
  fault?: NewFault;
  /** What happens after the form was sent, before the receipt is opened again. */
  then?: (product: Product, phone: string) => Promise<unknown>;
  /** Waits until the receipt is in this state. */
  until?: string;
}

const TWO = { wallet: 1_000_00, games: { PGSLOT: 200_00, SLOTXO: 300_00 } };
const FIVE = {
  wallet: 10_00,
  games: { PGSLOT: 200_00, JOKER: 20_00, SLOTXO: 300_00, SUPERSLOT: 40_00, SEXYGAME: 50_00 },
};
const ALL: Way["form"] = ["/user/withdraw/review?amount=1300.00", { amount: "1300.00" }];
const TRANSFER: Way["form"] = ["/user/transfer", { from: "wallet", to: "PGSLOT", amount: "100" }];
const BETWEEN: Way["form"] = ["/user/transfer", { from: "SLOTXO", to: "PGSLOT", amount: "100" }];
const COLLECT: Way["form"] = ["/user/transfer/all", { to: "wallet" }];

const refused = (call: string, code: string): NewFault => ({ call, kind: "refuse", code });
const lost = (call: string): NewFault => ({ call, kind: "drop-after-commit" });
const away = async ({ desk }: Product, phone: string) => {
  for (const call of ["getWallet", "listStatements"]) await desk.fault({ call, kind: "error", times: 0, phone });
};

/** While all games work. */
const WAYS: readonly Way[] = [
  { name: "transfer", has: TWO, form: TRANSFER },
  { name: "transfer refused", has: TWO, form: TRANSFER, fault: refused("transfer", "MONEY_NOT_ENOUGH") },
  { name: "transfer lost", has: TWO, form: TRANSFER, fault: lost("transfer") },
  { name: "transfer not done", has: TWO, form: TRANSFER, fault: { call: "transfer", kind: "reset" }, until: "notdone" },
  {
    name: "transfer in review",
    has: TWO,
    form: TRANSFER,
    fault: { call: "transfer", kind: "error" },
    // A win of exactly this amount looks as if the money had moved.
    then: ({ desk }, phone) => desk.play(phone, "PGSLOT", 100_00),
    until: "review",
  },
  { name: "between games", has: TWO, form: BETWEEN },
  { name: "between games refused", has: TWO, form: BETWEEN, fault: refused("transfer", "MONEY_NOT_ENOUGH") },
  { name: "withdrawal", has: TWO, form: ALL },
  { name: "withdrawal refused", has: TWO, form: ALL, fault: refused("withdrawAll", "MONEY_NOT_ENOUGH") },
  { name: "withdrawal lost", has: TWO, form: ALL, fault: lost("withdrawAll") },
  { name: "withdrawal paid", has: TWO, form: ALL, then: ({ desk }, phone) => desk.settle(phone) },
  { name: "withdrawal returned", has: TWO, form: ALL, then: ({ desk }, phone) => desk.refuse(phone) },
  { name: "withdrawal while the operator is away", has: TWO, form: ALL, then: away },
  { name: "collected from five games", has: FIVE, form: COLLECT },
  { name: "transfer being sent", has: TWO, form: TRANSFER, fault: { call: "transfer", kind: "slow", delayMs: 12_000 } },
];

/** While one of the games is down. */
const DOWN = "SLOTXO";
const WAYS_WHILE_DOWN: readonly Way[] = [
  {
    name: "transfer from a game that is down",
    has: TWO,
    form: ["/user/transfer", { from: DOWN, to: "wallet", amount: "100" }],
  },
  { name: "withdrawal while a game is down", has: TWO, form: ALL },
  { name: "collecting from five games, one of them down", has: FIVE, form: COLLECT },
  {
    name: "collecting while a game is down, and the operator is away later",
    has: FIVE,
    form: COLLECT,
    then: away,
  },
];

/** Opens the receipts of transfers and withdrawals in all their states, in each language, each of a member of its own. */
export async function receipts(
  product: Product,
  languages: readonly string[],
  see: (name: string, language: string, receipt: Answer) => void,
) {
  const all = async (ways: readonly Way[]) => {
    const open = languages.flatMap((language) =>
      ways.map(async (way) => see(way.name, language, await receiptOf(product, way, language))),
    );
    await Promise.all(open);
  };
  await all(WAYS);
  await product.desk.switches({ providersDown: [DOWN] });
  await all(WAYS_WHILE_DOWN);
  await product.desk.switches({ providersDown: [] });
  await product.desk.clearFaults();
}

async function receiptOf(product: Product, { name, has, form, fault, then, until }: Way, language: string) {
  const { username: phone, password } = await product.desk.createMember(has);
  const member: Visitor = await signedIn(product, { username: phone, password }, language);
  if (fault) await product.desk.fault({ ...fault, phone });
  const sent = await member.complete(await member.get(form[0]), form[1]);
  if (!sent?.path.startsWith("/user/receipt/")) throw new Error(`${name}: no receipt but ${sent?.path}`);
  await then?.(product, phone);
  let receipt = then || until ? await member.get(sent.path) : sent;
  const isThere = () => !until || receipt.text.includes(`data-state="${until}"`);
  for (let tries = 0; !isThere(); tries += 1) {
    if (tries === 100) throw new Error(`${name}: its receipt is not in the state ${until}`);
    await wait(500);
    receipt = await member.get(sent.path);
  }
  return receipt;
}
