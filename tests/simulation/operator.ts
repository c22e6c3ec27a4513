import { legsOf } from "../../server/operations/proofs";
import { WALLET } from "../../server/operator/contract/transfer";
import type { OpInput } from "../../server/operations/proofs";
import { ReadFailed } from "../../server/operations/port";
import type { OperatorPort, Prizes, SlipRow } from "../../server/operations/port";
import type { StatementRow } from "../../server/operator/contract/statement";
import type { Json } from "../../server/operations/json";
import type { OpName } from "../../server/operations/types";
import { createLag } from "./lag";
import type { Random } from "./random";
import { executeReward, noRewards, type Rewarded } from "./rewards";
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
/** What the same operation done elsewhere takes to appear: less than any deployment has to expect. */
const ELSEWHERE_MS = 110_000;
const GAMES = ["PG", "JOKER"] as const;
/** Time between two bursts of rows. */
const BURST_MS = [300_000, 900_000] as const;

interface Row extends StatementRow {
  visibleAt: number;
}

interface Account extends Rewarded {
  /** Oldest first. */
  rows: Row[];
  /** Those that can be read, and until when they are all. */
  shown: { rows: Row[]; until: number };
  qr: { id: string; amount: number } | null;
  slips: (SlipRow & { visibleAt: number })[];
}

export interface Dispatch {
  intent: string;
  sentAt: number;
  executedAt: number | null;
  /** When all its rows have appeared. */
  visibleAt: number;
  /** Its last row; the bank may refuse it later. */
  row: StatementRow | null;
}

export interface SimulatedOperator {
  port: OperatorPort;
  /** All requests that arrived, by operation id. */
  dispatches: Map<string, Dispatch>;
  /** The operator's time less the scheduler's. */
  ahead: number;
  /** The statement as the member can read it, oldest row first. */
  visibleRows(memberId: string): readonly StatementRow[];
  balances(memberId: string): Record<string, number>;
  prizes(memberId: string): Prizes;
  giveCoupon(memberId: string, id: string): void;
  /** A deposit from outside; it brings a coin. */
  deposit(memberId: string, amount: number): void;
  /** A transfer in another app of the operator, if there is enough money. */
  transferElsewhere(memberId: string, input: OpInput): void;
  /** The longest lag of the statement on the day before, in milliseconds; null if the deployment is new. */
  lagBefore: number | null;
}

/**
 * A simulated operator with a ledger but without idempotency. Answers get lost, rows appear late and not in order, games
 * refuse, the bank refuses, and its clock is another. Some show ten rows whatever was asked for, and note many that move
 * nothing.
 */
export function createOperator({ now, sleep, after }: Scheduler, random: Random): SimulatedOperator {
  const accounts = new Map<string, Account>();
  const dispatches = new Map<string, Dispatch>();
  const ahead = random.between(-60_000, 60_000);
  const tellsTime = random.chance(0.7);
  const pageSize = random.chance(0.15) ? 10 : 100;
  const history = random.pick([0, 28, 35, 100]);
  // What matters most where pages are short.
  const isBusy = random.chance(pageSize === 10 ? 0.7 : 0.1);
  const refusedByBank = random.pick([0.1, 0.6]);
  const lag = createLag({ now, sleep, after, step: () => false }, random);

  const account = (memberId: string): Account => {
    const known = accounts.get(memberId);
    if (known) return known;
    const opened: Account = {
      balances: { [WALLET]: 100_000_00, PG: 5_000_00, JOKER: 5_000_00 },
      rows: [],
      shown: { rows: [], until: 0 },
      qr: null,
      slips: [],
      ...noRewards(),
    };
    for (let row = history; row > 0; row -= 1) {
      const createdAt = new Date(now() + ahead - row * random.between(60_000, 3_600_000));
      const old = { statementType: "deposit", status: "SUCCESS", from: "KBANK", to: WALLET, amount: 100_00 } as const;
      opened.rows.push({ ...old, createdAt, visibleAt: 0 });
    }
    opened.rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    accounts.set(memberId, opened);
    if (isBusy) after(random.between(...BURST_MS), () => burst(opened));
    return opened;
  };

  /** A game tries to return money several times, in vain. */
  const burst = (member: Account) => {
    for (let rows = random.between(8, 14); rows > 0; rows -= 1)
      note(member, { statementType: "transfer", status: "FAILED", from: "PG", to: WALLET, amount: 100_00 }, 0);
    after(random.between(...BURST_MS), () => burst(member));
  };
  /** Whether the answer to what is being executed is lost. */
  let isAnswerLost = false;
  const note = (member: Account, row: Omit<StatementRow, "createdAt">, lagMs = lag.next({ isAnswerLost })): Row => {
    const noted = { ...row, createdAt: new Date(now() + ahead), visibleAt: now() + lagMs };
    member.rows.push(noted);
    member.shown.until = Math.min(member.shown.until, noted.visibleAt);
    return noted;
  };
  const move = (
    member: Account,
    statementType: StatementRow["statementType"],
    from: string,
    to: string,
    amount: number,
  ): Row => {
    if (from in member.balances) member.balances[from]! -= amount;
    if (to in member.balances) member.balances[to]! += amount;
    return note(member, { statementType, status: "SUCCESS", from, to, amount });
  };
  const refused = (member: Account, from: string, to: string, amount: number) =>
    note(member, { statementType: "transfer", status: "FAILED", from, to, amount });
  const isEmpty = (amount: number) => amount === 0;
  /** Collects the money of games; false if one of them refused. */
  const gather = (member: Account, except: string): boolean => {
    for (const game of GAMES) {
      const amount = member.balances[game]!;
      if (game === except || isEmpty(amount)) continue;
      if (random.chance(0.04)) {
        refused(member, game, WALLET, amount);
        return false;
      }
      move(member, "transfer", game, WALLET, amount);
    }
    return true;
  };
  /** What is announced now is credited or refused some time later. */
  const settleLater = (member: Account, row: Row, failedEffect: number, paidEffect: number) => {
    row.status = "PENDING";
    after(random.between(2_000, 200_000), () => {
      row.status = random.chance(refusedByBank) ? "FAILED" : "SUCCESS";
      member.balances[WALLET]! += row.status === "FAILED" ? failedEffect : paidEffect;
    });
  };

  /** The last row of an executed operation; null if there is none; false if it was refused, perhaps after some steps. */
  function execute(memberId: string, op: OpName, input: OpInput, id: string): Row | null | false {
    const member = account(memberId);
    const { balances } = member;
    const [to, amount] = [String(input.to), Number(input.amount)];
    const games = GAMES.reduce((sum, game) => sum + (game === to ? 0 : balances[game]!), 0);
    switch (op) {
      case "transfer": {
        if (balances[String(input.from)]! < amount) return false;
        let last: Row | null = null;
        for (const leg of legsOf({ op, input, base: NO_BASE })) {
          if (random.chance(0.04)) return (refused(member, String(leg.from), String(leg.to), amount), false);
          last = move(member, "transfer", String(leg.from), String(leg.to), amount);
        }
        return last;
      }
      case "transferAll":
        if (games + (to === WALLET ? 0 : balances[WALLET]!) === 0) return false;
        if (!gather(member, to)) return false;
        return to === WALLET ? (member.rows.at(-1) ?? null) : move(member, "transfer", WALLET, to, balances[WALLET]!);
      case "withdraw":
      case "withdrawAll": {
        if (balances[WALLET]! + (op === "withdrawAll" ? games : 0) < amount) return false;
        if (op === "withdrawAll" && !gather(member, WALLET)) return false;
        const row = move(member, "withdraw", WALLET, "KBANK", amount);
        settleLater(member, row, amount, 0);
        return row;
      }
      case "addToWallet": {
        const deposit = {
          statementType: "deposit",
          status: "PENDING",
          from: "TRUEWALLET",
          to: WALLET,
          amount,
        } as const;
        const row = note(member, deposit);
        settleLater(member, row, 0, amount);
        return row;
      }
      case "submitTruelink":
        return move(member, "deposit", "TRUEWALLET", WALLET, random.pick([50_00, 100_00]));
      case "createQr":
        member.qr = { id, amount };
        return null;
      case "cancelQr":
        member.qr = null;
        return null;
      case "uploadSlip":
        member.slips.push({
          reference: id,
          createdAt: new Date(now() + ahead),
          visibleAt: now() + random.between(0, 5_000),
        });
        return null;
      default:
        return executeReward(member, op, input, { random, id, note: (row) => note(member, row) });
    }
  }

  const memberOf = (token: string) => token.slice("token-".length);
  /** A read that may be slow or fail. */
  async function read<T>(take: () => T): Promise<T> {
    await sleep(random.chance(0.03) ? random.between(3_000, 8_000) : random.between(10, 200));
    if (random.chance(0.04)) throw new ReadFailed("operator", "simulated");
    return take();
  }
  /** Oldest first. */
  const visibleRows = (memberId: string): readonly Row[] => {
    const member = account(memberId);
    const isShown = ({ visibleAt }: Row) => visibleAt <= now();
    if (now() >= member.shown.until) {
      const later = member.rows.flatMap((row) => (isShown(row) ? [] : [row.visibleAt]));
      member.shown = { rows: member.rows.filter(isShown), until: Math.min(...later) };
    }
    return member.shown.rows;
  };

  /** An answer that never comes, after what `run` does at some time or never. */
  async function lost(fate: Fate, run: () => void) {
    const hangs = fate.startsWith("hangs");
    const execute = () => {
      isAnswerLost = true;
      run();
      isAnswerLost = false;
    };
    if (fate === "executedThenReset" || fate === "hangsExecuted") execute();
    if (fate.includes("Late")) after((hangs ? CALL_MS : 0) + random.between(0, LATEST_MS), execute);
    if (hangs) await sleep(CALL_MS);
    return { kind: "unknown", cause: "SIMULATED" } as const;
  }

  const port: OperatorPort = {
    async send(op, input, { token, operation = "" }) {
      const memberId = memberOf(token);
      const dispatch: Dispatch = {
        intent: String(input.intent),
        sentAt: now(),
        executedAt: null,
        visibleAt: 0,
        row: null,
      };
      const run = () => {
        const { rows } = account(memberId);
        const before = rows.length;
        const row = execute(memberId, op, input, operation);
        if (row === false) return false;
        dispatch.executedAt = now();
        dispatch.row = row;
        dispatch.visibleAt = Math.max(now(), ...rows.slice(before).map(({ visibleAt }) => visibleAt));
        return true;
      };
      const output: Record<string, Json> =
        op === "createQr" ? { hasQrcode: true, qrcodeId: operation, amount: input.amount! } : { message: "SUCCESS" };
      const answer = () =>
        run()
          ? { kind: "answer" as const, output: { ...output, reference: operation } }
          : { kind: "refused" as const, code: "TRANSFER_FAIL" };
      const fate = random.weighted<Fate>(FATES);
      if (fate !== "notSent") dispatches.set(operation, dispatch);
      await sleep(random.between(20, 900));
      switch (fate) {
        case "answered":
          return answer();
        case "slow":
          await sleep(random.between(5_000, 50_000));
          return answer();
        case "refused":
          return { kind: "refused", code: "MONEY_NOT_ENOUGH" };
        case "notSent":
          return { kind: "not-sent", cause: "ECONNREFUSED" };
        case "login":
          return { kind: "login", code: "EXPIRED_AUTH_TOKEN" };
        default:
          return lost(fate, run);
      }
    },
    statement: (auth, page, limit) =>
      read(() => {
        const rows = visibleRows(memberOf(auth.token));
        const size = Math.min(limit, pageSize);
        const end = Math.max(0, rows.length - (page - 1) * size);
        return { total: rows.length, rows: rows.slice(Math.max(0, end - size), end).reverse(), unread: 0 };
      }),
    wallet: (auth) =>
      read(() => {
        const { [WALLET]: wallet = 0, ...games } = account(memberOf(auth.token)).balances;
        return { wallet, accounts: games, at: tellsTime ? Math.floor((now() + ahead) / 1000) * 1000 + 500 : null };
      }),
    qr: (auth) =>
      read(() => {
        const { qr } = account(memberOf(auth.token));
        return { hasQrcode: qr !== null, qrcodeId: qr?.id ?? null, amount: qr?.amount ?? null };
      }),
    prizes: (auth) => read(() => structuredClone(account(memberOf(auth.token)).prizes)),
    holdsBonus: (auth) => read(() => account(memberOf(auth.token)).holdsBonus),
    slips: (auth) =>
      read(() =>
        account(memberOf(auth.token))
          .slips.filter(({ visibleAt }) => visibleAt <= now())
          .reverse(),
      ),
  };
  return {
    port,
    dispatches,
    ahead,
    visibleRows,
    balances: (memberId) => account(memberId).balances,
    prizes: (memberId) => account(memberId).prizes,
    deposit(memberId, amount) {
      const member = account(memberId);
      member.prizes.coins += 1;
      move(member, "deposit", "KBANK", WALLET, amount);
    },
    giveCoupon(memberId, id) {
      const { coupons } = account(memberId).prizes;
      if (!coupons.some((coupon) => coupon.id === id)) coupons.push({ id, label: "given" });
    },
    transferElsewhere(memberId, input) {
      const member = account(memberId);
      if (member.balances[String(input.from)]! < Number(input.amount)) return;
      for (const { from, to, amount } of legsOf({ op: "transfer", input, base: NO_BASE })) {
        const row = move(member, "transfer", String(from), String(to), Number(amount));
        row.visibleAt = Math.min(row.visibleAt, now() + ELSEWHERE_MS);
      }
    },
    lagBefore: lag.before,
  };
}

const NO_BASE = { at: 0, slack: 0, horizon: null, seen: [], balances: {}, qrcodeId: null, owed: 0 };
