import { createEngine } from "../../server/operations/engine";
import type { EngineOptions } from "../../server/operations/engine";
import type { Json } from "../../server/operations/json";
import type { OperatorPort, Prizes, QrView, SlipRow } from "../../server/operations/port";
import type { StatementRow } from "../../server/operator/contract/statement";
import { memoryStore } from "../support/memory-store";
import type { OpName } from "../../server/operations/types";
import { createScheduler } from "../simulation/scheduler";

export const START = Date.UTC(2026, 10, 20);
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const TRANSFER = { from: "wallet", to: "PG", amount: 100_00 };

type Answer = Awaited<ReturnType<OperatorPort["send"]>>;
type Send = (op: OpName, input: Record<string, Json>) => Promise<Answer> | Answer;

export const SUCCESS: Answer = { kind: "answer", output: { message: "SUCCESS" } };
export const LOST: Answer = { kind: "unknown", cause: "RESET" };

/** The engine with a virtual clock and an operator that the test controls. */
export function createStage(options: Partial<EngineOptions> = {}) {
  const scheduler = createScheduler(START);
  const { now, sleep, after } = scheduler;
  const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));
  const operator = {
    rows: [] as StatementRow[],
    wallet: 1_000_00,
    accounts: { PG: 50_00 } as Record<string, number>,
    qr: { hasQrcode: false, qrcodeId: null, amount: null } as QrView,
    slips: [] as SlipRow[],
    prizes: { coins: 3, coupons: [] } as Prizes,
    holdsBonus: false,
    sent: [] as { op: OpName; input: Record<string, Json> }[],
    /** Rows on a page at most, whatever is asked for. */
    pageRows: 100,
    /** Duration of every read, in milliseconds. */
    readTakesMs: 20,
    /** Thrown by every read. */
    fault: null as Error | null,
    send: (() => SUCCESS) as Send,
    /** Books the test's transfer, like the operator's ledger. */
    execute() {
      operator.wallet -= TRANSFER.amount;
      operator.accounts.PG! += TRANSFER.amount;
      operator.note({ ...TRANSFER, statementType: "transfer" });
    },
    /** A new row in the statement; it moves nothing. */
    note(row: Pick<StatementRow, "statementType" | "from" | "to" | "amount"> & Partial<StatementRow>) {
      operator.rows.unshift({ status: "SUCCESS", createdAt: new Date(now()), ...row });
    },
  };
  const read = async <T>(take: () => T): Promise<T> => {
    await sleep(operator.readTakesMs);
    if (operator.fault) throw operator.fault;
    return take();
  };
  const port: OperatorPort = {
    async send(op, input) {
      operator.sent.push({ op, input });
      await sleep(100);
      return operator.send(op, input);
    },
    statement: (_auth, page, limit) =>
      read(() => {
        const size = Math.min(limit, operator.pageRows);
        return { total: operator.rows.length, rows: operator.rows.slice((page - 1) * size, page * size), unread: 0 };
      }),
    wallet: () => read(() => ({ wallet: operator.wallet, accounts: { ...operator.accounts }, at: now() })),
    qr: () => read(() => operator.qr),
    slips: () => read(() => [...operator.slips]),
    prizes: () => read(() => structuredClone(operator.prizes)),
    holdsBonus: () => read(() => operator.holdsBonus),
  };
  const store = memoryStore({ now, closedForMs: 0 });
  const logged: { level: string; message: string; facts: Record<string, unknown> }[] = [];
  const log = (level: string) => (facts: object, message: string) =>
    void logged.push({ level, message, facts: { ...facts } });
  const start = (more: Partial<EngineOptions> = {}) =>
    createEngine({
      store,
      clock: { now, sleep, after },
      operator: port,
      secrets: ["secret"],
      owner: "process-1",
      log: { info: log("info"), warn: log("warn"), error: log("error") },
      ...options,
      ...more,
    });
  const engine = start();
  const who = { memberId: "m", sid: "sid", token: "token", requestId: "request-1" };

  return {
    now,
    sleep,
    operator,
    store,
    logged,
    engine,
    start,
    /** A request of the member. */
    request: (on = engine) => on.forMember(who),
    /** Advances the clock by this many milliseconds. */
    async pass(ms: number) {
      await macrotask();
      let over = false;
      scheduler.after(ms, () => (over = true));
      while (!over) {
        scheduler.step();
        await macrotask();
      }
    },
    /** Advances the clock until the promise settles, and returns its value. */
    async soon<T>(work: Promise<T>): Promise<T> {
      let over = false;
      const ended = () => void (over = true);
      work.then(ended, ended);
      await macrotask();
      while (!over && scheduler.step()) await macrotask();
      return work;
    },
  };
}

export type Stage = ReturnType<typeof createStage>;
