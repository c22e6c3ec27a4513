import { rowsOf } from "../../server/operations/proofs";
import { WALLET } from "../../server/operator/contract/transfer";
import type { OpInput } from "../../server/operations/proofs";
import { ReadFailed } from "../../server/operations/port";
import type { OperatorPort } from "../../server/operations/port";
import type { StatementRow } from "../../server/operator/contract/statement";
import type { OpName } from "../../server/operations/types";
import type { Random } from "./random";
import type { Scheduler } from "./scheduler";

/** Weights of what happens to a request. Late ones take effect up to 240 s after our timeout. */
const FATES = {
  answered: 74,
  slow: 4,
  refused: 3,
  notSent: 3,
  login: 1,
  executedThenReset: 4,
  resetBefore: 3,
  executedLateAfterReset: 1.5,
  hangs: 2,
  hangsExecuted: 2.5,
  hangsExecutedLate: 2,
} as const;
type Fate = keyof typeof FATES;

const CALL_MS = 60_000;
const LATEST_MS = 240_000;
const ROW_LAG_MS = 20_000;
const GAMES = ["PG", "JOKER"] as const;

interface Row extends StatementRow {
  visibleAt: number;
}

interface Account {
  balances: Record<string, number>;
  rows: Row[];
}

export interface Dispatch {
  intent: string;
  executedAt: number | null;
}

export interface SimulatedOperator {
  port: OperatorPort;
  /** All requests that arrived, by operation id. */
  dispatches: Map<string, Dispatch>;
  /** The statement as the member can read it, newest row first. */
  visibleRows(memberId: string): StatementRow[];
  /** A deposit from outside. */
  deposit(memberId: string, amount: number): void;
}

/** A simulated operator with a ledger but without idempotency. Answers get lost, and the statement is delayed. */
export function createOperator({ now, sleep, after }: Scheduler, random: Random): SimulatedOperator {
  const accounts = new Map<string, Account>();
  const dispatches = new Map<string, Dispatch>();
  const account = (memberId: string): Account => {
    const known = accounts.get(memberId);
    if (known) return known;
    const opened = { balances: { [WALLET]: 100_000_00, PG: 5_000_00, JOKER: 5_000_00 }, rows: [] };
    accounts.set(memberId, opened);
    return opened;
  };

  const note = ({ rows }: Account, row: Omit<StatementRow, "createdAt">) => {
    const lag = random.chance(0.5) ? random.between(0, ROW_LAG_MS) : 0;
    rows.push({ ...row, createdAt: new Date(now()), visibleAt: now() + lag });
  };
  const move = (
    member: Account,
    statementType: StatementRow["statementType"],
    from: string,
    to: string,
    amount: number,
  ) => {
    if (from in member.balances) member.balances[from]! -= amount;
    if (to in member.balances) member.balances[to]! += amount;
    note(member, { statementType, status: "SUCCESS", from, to, amount });
  };
  const gather = (member: Account, except: string) => {
    for (const game of GAMES) {
      const amount = member.balances[game]!;
      if (game !== except && amount > 0) move(member, "transfer", game, WALLET, amount);
    }
  };

  /** Returns false if there is not enough money; then nothing was moved. */
  function execute(memberId: string, op: OpName, input: OpInput): boolean {
    const member = account(memberId);
    const { balances } = member;
    const [to, amount] = [String(input.to), Number(input.amount)];
    const games = GAMES.reduce((sum, game) => sum + (game === to ? 0 : balances[game]!), 0);
    switch (op) {
      case "transfer":
        if (balances[String(input.from)]! < amount) return false;
        for (const leg of rowsOf(op, input)) move(member, "transfer", String(leg.from), String(leg.to), amount);
        return true;
      case "transferAll":
        if (games + (to === WALLET ? 0 : balances[WALLET]!) === 0) return false;
        gather(member, to);
        if (to !== WALLET) move(member, "transfer", WALLET, to, balances[WALLET]!);
        return true;
      default:
        if (balances[WALLET]! + (op === "withdrawAll" ? games : 0) < amount) return false;
        if (op === "withdrawAll") gather(member, WALLET);
        move(member, "withdraw", WALLET, "KBANK", amount);
        return true;
    }
  }

  const memberOf = (token: string) => token.slice("token-".length);
  /** A read that may be slow or fail. */
  async function read<T>(take: () => T): Promise<T> {
    await sleep(random.chance(0.03) ? random.between(3_000, 8_000) : random.between(10, 200));
    if (random.chance(0.04)) throw new ReadFailed("operator", "simulated");
    return take();
  }
  const visibleRows = (memberId: string) =>
    account(memberId)
      .rows.slice(-200)
      .filter((row) => row.visibleAt <= now())
      .reverse();

  const port: OperatorPort = {
    async send(op, input, { token, operation }) {
      const memberId = memberOf(token);
      const dispatch: Dispatch = { intent: String(input.intent), executedAt: null };
      const run = () => {
        if (!execute(memberId, op, input)) return false;
        dispatch.executedAt = now();
        return true;
      };
      const answer = () =>
        run()
          ? { kind: "answer" as const, output: { message: "SUCCESS" } }
          : { kind: "refused" as const, code: "MONEY_NOT_ENOUGH" };
      const unknown = { kind: "unknown" as const, cause: "SIMULATED" };
      const late = (from: number) => after(from + random.between(0, LATEST_MS), run);
      const fates: Record<Fate, () => Promise<Awaited<ReturnType<OperatorPort["send"]>>>> = {
        answered: async () => answer(),
        slow: async () => (await sleep(random.between(5_000, 50_000)), answer()),
        refused: async () => ({ kind: "refused", code: "TRANSFER_FAIL" }),
        notSent: async () => ({ kind: "not-sent", cause: "ECONNREFUSED" }),
        login: async () => ({ kind: "login", code: "EXPIRED_AUTH_TOKEN" }),
        executedThenReset: async () => (run(), unknown),
        resetBefore: async () => unknown,
        executedLateAfterReset: async () => (late(0), unknown),
        hangs: async () => (await sleep(CALL_MS), unknown),
        hangsExecuted: async () => (run(), await sleep(CALL_MS), unknown),
        hangsExecutedLate: async () => (late(CALL_MS), await sleep(CALL_MS), unknown),
      };
      const fate = random.weighted<Fate>(FATES);
      if (fate !== "notSent") dispatches.set(operation ?? "", dispatch);
      await sleep(random.between(20, 900));
      return fates[fate]();
    },
    statement: (auth, _page, limit) =>
      read(() => ({ total: null, rows: visibleRows(memberOf(auth.token)).slice(0, limit) })),
    wallet: (auth) =>
      read(() => {
        const { [WALLET]: wallet = 0, ...games } = account(memberOf(auth.token)).balances;
        return { wallet, accounts: games };
      }),
    qr: () => read(() => ({ hasQrcode: false, qrcodeId: null, amount: null })),
    slips: () => read(() => []),
  };
  return {
    port,
    dispatches,
    visibleRows,
    deposit: (memberId, amount) => move(account(memberId), "deposit", "KBANK", WALLET, amount),
  };
}
