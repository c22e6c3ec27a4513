/**
 * Spends a little of a member's money and puts it back, to see what the operations engine would see: each step is sent
 * once, and has to leave exactly the row, or the QR code, that the engine takes as its proof.
 */
import { setTimeout as wait } from "node:timers/promises";
import { WALLET } from "../operator/contract/transfer";
import { refusals } from "../operator/contract";
import type { CallResult } from "../operator/call-result";
import type { Balances, OperatorAuth, OperatorPort } from "../operations/port";
import { looksLike, PROOFS, tookPlace, type OpInput } from "../operations/proofs";
import { marked } from "../operations/rows";
import type { Baseline } from "../operations/types";
import type { Finding } from "./calls";

/** Minor units: the smallest transfer, and a QR code that each provider makes. */
const TRANSFER = 1_00;
const QR = 100_00;
/** Rows that are read. Only the steps of this check may leave any meanwhile. */
const ROWS = 30;
const POLL_MS = 100;
/** After the row of a step, another one is waited for. */
const MORE_MS = 1_000;

const NOTHING: Baseline = { at: 0, slack: 0, horizon: null, seen: [], balances: {}, qrcodeId: null, owed: 0 };

export interface Spent {
  /** Calls that were made, with what was wrong. */
  tried: Record<string, Omit<Finding, "call">[]>;
  /** Calls that were not made, with the reason. */
  why: Record<string, string>;
  /** Milliseconds from the answer of a step until its row, or its QR code, was there. */
  lags: Record<string, number>;
  /** What the member must put right by hand. */
  left: string[];
}

const misfit = (expected: string, received: string, path = "") => ({ path, expected, received });

/** How a write ended, for the report. */
function wordOf(op: string, result: CallResult<unknown>): string {
  if (result.kind !== "refused") return result.kind === "unknown" ? `unknown (${result.cause})` : result.kind;
  return `refused, ${codesOf(op).includes(result.code) ? result.code : "another code"}`;
}

const codesOf = (op: string) =>
  Object.values((refusals as Record<string, Record<string, readonly string[]>>)[op] ?? {}).flat();

/**
 * @param bankCode of the QR provider to try; undefined: none is offered
 * @param rowMs how long a row, or a QR code, is waited for
 * @throws ReadFailed if what a step has left cannot be read
 */
export async function spend(
  port: OperatorPort,
  auth: OperatorAuth,
  bankCode: string | undefined,
  rowMs: number,
): Promise<Spent> {
  const spent: Spent = { tried: {}, why: {}, lags: {}, left: [] };
  const note = (call: string, found: Omit<Finding, "call">[]) => (spent.tried[call] ??= []).push(...found);
  const rows = async () => marked((await port.statement(auth, 1, ROWS)).rows);
  const balanceOf = ({ wallet, accounts }: Balances, account: unknown) =>
    account === WALLET ? wallet : (accounts[String(account)] ?? null);

  /** The rows that are new since `before`, once `isThere`, and a moment later; or when the time is over. */
  async function newRows(before: Set<string>, isThere: (rows: ReturnType<typeof marked>) => boolean) {
    const fresh = async () => (await rows()).filter(({ mark }) => !before.has(mark));
    const began = performance.now();
    let found = await fresh();
    while (!isThere(found) && performance.now() - began < rowMs) {
      await wait(POLL_MS);
      found = await fresh();
    }
    const lag = Math.round(performance.now() - began);
    await wait(MORE_MS);
    return { found: await fresh(), lag };
  }

  /** @returns whether it was done */
  async function transfer(step: string, input: OpInput & { amount: number }): Promise<boolean> {
    const { evidence } = PROOFS.transfer;
    if (evidence.by !== "statement") return false;
    const [pattern] = evidence.legs(input, NOTHING);
    const [before, had] = [new Set((await rows()).map(({ mark }) => mark)), await port.wallet(auth)];
    const result = await port.send("transfer", input, auth);
    const isDone = result.kind === "answer";
    if (!isDone) note("transfer", [misfit("SUCCESS", wordOf("transfer", result), step)]);
    const proves = (row: ReturnType<typeof marked>[number]) => looksLike(pattern!, row) && tookPlace(row, pattern!);
    const { found, lag } = await newRows(before, (fresh) => fresh.some(proves));
    const proofs = found.filter(proves).length;
    const path = `${step}: statements[]`;
    if (proofs === 1) spent.lags[step] = lag;
    if (isDone && proofs === 0)
      note("transfer", [misfit("the row of this transfer", found.length > 0 ? "another row" : "missing", path)]);
    else if (found.length > 1) note("transfer", [misfit("one row", `${found.length} rows`, path)]);
    const has = await port.wallet(auth);
    const moved = [input.from, input.to].map(
      (account) => Number(balanceOf(has, account)) - Number(balanceOf(had, account)),
    );
    const by = isDone ? input.amount : 0;
    if (proofs < 2 && (moved[0] !== -by || moved[1] !== by))
      note("transfer", [misfit("the amount moved between the two balances", "other balances", `${step}: getWallet`)]);
    return isDone || proofs > 0;
  }

  async function refusedTransfer(from: string, to: string) {
    const step = "more than there is";
    const before = new Set((await rows()).map(({ mark }) => mark));
    const amount = Number((await port.wallet(auth)).wallet) + TRANSFER;
    const result = await port.send("transfer", { from, to, amount }, auth);
    if (result.kind !== "refused" || !codesOf("transfer").includes(result.code))
      note("transfer", [misfit("a refusal with a code of this call", wordOf("transfer", result), step)]);
    const { found } = await newRows(before, () => true);
    if (found.some(({ status }) => status !== "FAILED"))
      note("transfer", [misfit("no row that took place", `${found.length} rows`, `${step}: statements[]`)]);
  }

  /** @returns whether the QR code is as it has to be after this operation */
  async function qrStep(op: "createQr" | "cancelQr", input: OpInput & { bankCode: string }, base: Baseline) {
    const { evidence } = PROOFS[op];
    if (evidence.by !== "qr") return false;
    const result = await port.send(op, input, auth);
    note(op, result.kind === "answer" ? [] : [misfit("SUCCESS", wordOf(op, result))]);
    const began = performance.now();
    const happened = async () => evidence.happened(await port.qr(auth, input.bankCode), base, input);
    let isSo = await happened();
    while (!isSo && result.kind === "answer" && performance.now() - began < rowMs) {
      await wait(POLL_MS);
      isSo = await happened();
    }
    if (isSo) spent.lags[op] = Math.round(performance.now() - began);
    else if (result.kind === "answer")
      note(op, [misfit(op === "createQr" ? "the new QR code" : "no such QR code any more", "another state", "findQr")]);
    return isSo;
  }

  const { wallet, accounts } = await port.wallet(auth);
  const game = Object.entries(accounts).find(([, amount]) => amount !== null)?.[0];
  if (game === undefined) spent.why.transfer = "the member has no game account whose balance can be read";
  else if (wallet === null || wallet < TRANSFER) spent.why.transfer = "the main wallet has less than 1.00";
  else {
    note("transfer", []);
    if (await transfer("wallet to game", { from: WALLET, to: game, amount: TRANSFER })) {
      const isBack = await transfer("game to wallet", { from: game, to: WALLET, amount: TRANSFER });
      if (!isBack) spent.left.push(`1.00 lies in ${game}: move it back by hand`);
    }
    await refusedTransfer(WALLET, game);
  }

  const open = bankCode === undefined ? null : await port.qr(auth, bankCode);
  if (bankCode === undefined || !open || open.hasQrcode) {
    const reason = open?.hasQrcode ? "the member has an open QR code" : "no bank of the operator offers QR codes";
    Object.assign(spent.why, { createQr: reason, cancelQr: reason });
  } else if (await qrStep("createQr", { bankCode, amount: QR }, NOTHING)) {
    const { qrcodeId } = await port.qr(auth, bankCode);
    const isGone = await qrStep("cancelQr", { bankCode, qrcodeId }, { ...NOTHING, qrcodeId });
    if (!isGone) spent.left.push("the QR code of 100.00 is still open: cancel it by hand");
  } else spent.why.cancelQr = "no QR code was made";
  return spent;
}
