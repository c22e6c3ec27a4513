import type { LimitChange } from "../audit/line";
import type { Context } from "../context";
import type { Json } from "../operations/json";
import type { MemberOperations, OpName, RunOutcome } from "../operations/types";
import {
  askedLimit,
  BREAK_DAYS,
  breakEnd,
  depositsIn,
  leftOf,
  longerBreak,
  PERIOD_NAMES,
  PERIODS,
  raisedLimit,
  type Wishes,
} from "../protection/rules";
import type { WishStore } from "../protection/store";
import type { Hindrance, Intent, Protection } from "../protection/types";

interface Bound {
  store: WishStore;
  member: string;
  visitSince(): number;
  statements: Context["statements"];
  /** Epoch milliseconds. */
  now: number;
  /** Milliseconds until a higher limit can be confirmed. */
  raiseMs: number;
  stopped: Protection["stopped"];
  /** A change was stored. */
  onChange(change: LimitChange): void;
  onFailure(error: unknown): void;
}

/** Milliseconds to wait for the deposits of a month. */
const PATIENCE_MS = 5_000;

export function protectionOf({
  store,
  member,
  visitSince,
  statements,
  now,
  raiseMs,
  stopped,
  onChange,
  onFailure,
}: Bound): Protection {
  let known: Promise<Wishes> | null = null;
  const wishes = () => (known ??= store.read(member));
  const change = async (name: LimitChange, next: (wishes: Wishes) => Wishes) => {
    known = null;
    await store.change(member, next);
    onChange(name);
  };

  const standing = async () => {
    const { limits } = await wishes();
    return PERIOD_NAMES.some((period) => limits[period]?.raise) ? "waits" : "holds";
  };

  async function deposits() {
    const { state, rows, unread } = await statements.read({ waitMs: PATIENCE_MS, since: now - PERIODS.month });
    if (state !== "done" || unread > 0) return null;
    const arrived = rows.filter(({ statementType, status }) => statementType === "deposit" && status === "SUCCESS");
    return depositsIn(
      arrived.map(({ amount, createdAt }) => ({ amount, at: createdAt.getTime() })),
      now,
    );
  }

  async function hindrance(intent: Intent): Promise<Hindrance | null> {
    try {
      const asked = await wishes();
      if (breakEnd(asked, now) !== null) return "break";
      if (intent.kind === "play" || Object.keys(asked.limits).length === 0) return null;
      const used = await deposits();
      if (!used) return "unread";
      // Of what is not known before, anything may arrive.
      return leftOf(asked, used)! >= Math.max(intent.amount ?? 0, 1) ? null : "limit";
    } catch (error) {
      if (error instanceof Response) throw error;
      onFailure(error);
      return "unread";
    }
  }

  return {
    visitSince,
    async read() {
      const [asked, used] = await Promise.all([wishes(), deposits()]);
      return { ...asked, breakUntil: breakEnd(asked, now), used, left: used && leftOf(asked, used) };
    },
    breakDays: BREAK_DAYS,
    raiseHours: raiseMs / 3_600_000,
    hindrance,
    async admit(intent) {
      const found = await hindrance(intent);
      if (found) throw stopped(found);
    },
    stopped,
    async limit(amounts) {
      await change("setDepositLimits", ({ limits, ...rest }) => {
        const asked = PERIOD_NAMES.map((period) => [period, askedLimit(limits[period], amounts[period], now, raiseMs)]);
        return { ...rest, limits: Object.fromEntries(asked.filter(([, limit]) => limit)) as Wishes["limits"] };
      });
      return standing();
    },
    async raise(period) {
      await change("raiseDepositLimit", ({ limits, ...rest }) => {
        const { [period]: limit, ...others } = limits;
        const raised = limit && raisedLimit(limit, now);
        return { ...rest, limits: raised ? { ...others, [period]: raised } : others };
      });
      return standing();
    },
    rest: (days) => change("takeBreak", (asked) => ({ ...asked, breakUntil: longerBreak(asked, days, now) })),
  };
}

type Input = Record<string, Json>;

const deposit = ({ amount }: Input): Intent => ({
  kind: "deposit",
  amount: typeof amount === "number" ? amount : null,
});
const play = (): Intent => ({ kind: "play" });
const intoGames = ({ to }: Input): Intent | null => (to === "wallet" ? null : play());

/**
 * The operations that a break or a limit can stop. A slip is for money that was sent before, a withdrawal and the way back
 * to the wallet bring money home, and rewards that were earned stay the member's.
 */
const INTENTS: Partial<Record<OpName, (input: Input) => Intent | null>> = {
  createQr: deposit,
  addToWallet: deposit,
  submitTruelink: deposit,
  transfer: intoGames,
  transferAll: intoGames,
  activateBonus: play,
  activatePromotion: play,
  spin: play,
};

/** The operations of a member who keeps to limits and breaks. */
export const protectedOperations = (operations: MemberOperations, protection: Protection): MemberOperations => ({
  ...operations,
  run(op, input, formKey, options) {
    const intent = INTENTS[op]?.(input);
    if (!intent) return operations.run(op, input, formKey, options);
    const hindrance = async (): Promise<RunOutcome | null> => {
      try {
        const by = await protection.hindrance(intent);
        return by && { kind: "hindered", by };
      } catch {
        return { kind: "login" };
      }
    };
    return operations.run(op, input, formKey, { ...options, hindrance });
  },
});
