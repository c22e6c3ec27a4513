import type { Engine } from "../../server/operations/engine";
import { legsOf, looksLike } from "../../server/operations/proofs";
import type { OpInput } from "../../server/operations/proofs";
import type { OpName, OpView, RunOutcome } from "../../server/operations/types";
import type { Deployment } from "./deployment";
import type { SimulatedOperator } from "./operator";
import type { Random } from "./random";
import type { Scheduler } from "./scheduler";

/** An operation that a member wants to happen once. */
export interface Intent {
  id: string;
  op: OpName;
  input: OpInput;
}

interface Form {
  open: OpView | null;
  last: OpView | null;
  key: string;
}

interface Answer {
  outcome: RunOutcome;
  /** The new form on a page that asks for confirmation. */
  form: Form;
}

export interface Surroundings {
  scheduler: Scheduler;
  random: Random;
  deployment: Deployment;
  operator: SimulatedOperator;
}

const TRIES = 60;

/**
 * A member with a phone, who double-taps, leaves and returns, opens two tabs and uses the back button. The member
 * believes the pages, and tries again only if they say that the operation was not done, or do not show it.
 */
export function createPerson(memberId: string, { scheduler, random, deployment, operator }: Surroundings) {
  const { sleep, now } = scheduler;
  const who = { memberId, sid: `sid-${memberId}`, token: `token-${memberId}` };

  /** A request over a mobile network; null if the answer is lost. */
  async function http<T>(serve: (engine: Engine) => Promise<T>, patienceMs = Infinity): Promise<T | null> {
    const travel = async () => {
      await sleep(random.chance(0.02) ? random.between(5_000, 40_000) : random.between(10, 150));
      return deployment.request(serve);
    };
    const arrived = travel().catch(() => null);
    const answer =
      patienceMs === Infinity ? await arrived : await Promise.race([arrived, sleep(patienceMs).then(() => null)]);
    return random.chance(0.04) ? null : answer;
  }

  const formOf =
    (op: OpName) =>
    async (engine: Engine): Promise<Form> => {
      const operations = engine.forMember(who);
      const [open, last, key] = await Promise.all([operations.open(op), operations.last(), operations.formKey(op)]);
      void operations.corrected().catch(() => null);
      return { open, last, key };
    };

  const post =
    ({ op, input, id }: Intent, key: string, confirmed: boolean) =>
    async (engine: Engine): Promise<Answer> => {
      const operations = engine.forMember(who);
      const outcome = await operations.run(op, { ...input, intent: id }, key, { confirmed });
      const [last, fresh] = await Promise.all([operations.last(), operations.formKey(op)]);
      return { outcome, form: { open: null, last: outcome.kind === "stale" ? outcome.last : last, key: fresh } };
    };

  /** Presses the button, which may send several requests. Returns the last answer. */
  async function press(intent: Intent, key: string, confirmed: boolean): Promise<Answer | null> {
    const send = (patience?: number) => http(post(intent, key, confirmed), patience);
    if (random.chance(0.15)) {
      void send();
      await sleep(random.between(30, 2_000));
    } else if (random.chance(0.05)) {
      void send();
      await sleep(random.between(50, 500));
      void send();
      await sleep(random.between(50, 500));
    }
    return send(random.chance(0.12) ? random.between(300, 6_000) : undefined);
  }

  const isMine = (op: OpView, intent: Intent, since: number) =>
    op.startedAt >= since &&
    op.op === intent.op &&
    Object.entries(intent.input).every(([field, value]) => (op.input as OpInput)[field] === value);

  /** Whether the statement has the operation since the first press. */
  function inStatement(intent: Intent, since: number, balances: Record<string, number> = {}): boolean {
    const base = { at: 0, slack: 0, horizon: null, seen: [], balances, qrcodeId: null, owed: 0 };
    const pattern = legsOf({ ...intent, base }).at(-1);
    if (!pattern) return false;
    return operator
      .visibleRows(memberId)
      .some(
        (row) =>
          row.createdAt.getTime() - operator.ahead >= since && row.status !== "FAILED" && looksLike(pattern, row),
      );
  }

  /** Whether the balances are other ones than before an operation in review. */
  const hasMoved = ({ before }: OpView) =>
    Object.entries(before).some(([account, amount]) => operator.balances(memberId)[account] !== amount);

  /** What a spin changes. */
  const prizesNow = () => JSON.stringify(operator.prizes(memberId));

  async function acknowledge(id: string) {
    await http((engine) => engine.forMember(who).acknowledge(id));
  }

  /** Reads a receipt repeatedly for a while. */
  async function follow(id: string): Promise<OpView | null> {
    let seen: OpView | null = null;
    for (let looks = random.between(1, 6); looks > 0; looks -= 1) {
      seen = await http((engine) => engine.forMember(who).view(id));
      if (seen && seen.state !== "inflight" && seen.state !== "unknown") return seen;
      await sleep(random.between(2_000, 6_000));
    }
    return seen;
  }

  /** Forges a form: changes an old key so that it looks like the newest. */
  function forge(intent: Intent, key: string) {
    const bytes = Buffer.from(key, "base64url");
    bytes.writeUInt32BE(bytes.readUInt32BE(2) + 1, 2);
    void http(post({ ...intent, id: `forged-${intent.id}` }, bytes.toString("base64url"), false));
  }

  /** Comes back and looks at a page, which compares the operations with the statement. */
  const visit = async () => void (await http((engine) => engine.forMember(who).corrected()));

  /** Tries to do one operation until it is done or the member gives up. */
  async function pursue(intent: Intent): Promise<void> {
    let since = Infinity;
    let form: Form | null = null;
    let used = "";
    let prizes = "";
    const hasSpun = () => intent.op === "spin" && prizesNow() !== prizes;
    for (let tries = 0; tries < TRIES; tries += 1) {
      form ??= await http(formOf(intent.op));
      if (!form?.key) {
        form = null;
        await sleep(random.between(1_000, 8_000));
        continue;
      }
      if (form.open) {
        // Tries another tab or an old form meanwhile.
        if (used && random.chance(0.1)) void http(post(intent, used, false));
        await sleep(random.between(3_000, 30_000));
        if (form.open.state === "review") {
          const { id, checkUntil } = form.open;
          // The page says until when rows may still appear.
          if (checkUntil && checkUntil > now()) await sleep(checkUntil - now() + 1_000);
          if (inStatement(intent, since, form.open.before) || hasMoved(form.open) || hasSpun()) return acknowledge(id);
          await acknowledge(id);
        }
        form = null;
        continue;
      }
      if (form.last && isMine(form.last, intent, since)) {
        if (form.last.state === "done") break;
        if (random.chance(0.3)) return;
      }
      const otherTab: Form | null = random.chance(0.1) ? await http(formOf(intent.op)) : null;
      await sleep(random.between(500, 15_000));
      if (since === Infinity) [since, prizes] = [now(), prizesNow()];
      used = form.key;
      let answer: Answer | null = await press(intent, form.key, false);
      if (answer?.outcome.kind === "confirm") {
        if (inStatement(intent, since) || hasSpun()) return;
        answer = await press(intent, answer.form.key, true);
      }
      const knowsNothing = otherTab?.key && !otherTab.open && !(otherTab.last && isMine(otherTab.last, intent, since));
      if (knowsNothing && random.chance(0.8)) {
        await sleep(random.between(100, 20_000));
        answer = await press(intent, otherTab.key, false);
      }
      form = answer?.outcome.kind === "stale" ? answer.form : null;
      if (answer?.outcome.kind === "receipt") {
        const seen = await follow(answer.outcome.id);
        if (seen && seen.state === "done" && isMine(seen, intent, since)) break;
      } else if (answer?.outcome.kind === "closed") {
        const until = answer.outcome.until;
        await sleep(
          until && random.chance(0.7) ? until - now() + random.between(0, 5_000) : random.between(500, 20_000),
        );
      }
    }
    if (used && random.chance(0.06)) forge(intent, used);
    // Goes back to a sent form and sends it again by mistake.
    if (used && random.chance(0.06)) await press(intent, used, false);
  }

  return { pursue, visit };
}
