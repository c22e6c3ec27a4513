/** Compares an operator's answers with the contract. What it finds never holds a value: values may be secrets. */
import { Agent } from "undici";
import { callResult, WIRE_CODES, type CallResult } from "../operator/call-result";
import { READ_TIMEOUT_MS, type Endpoint } from "../operator/endpoint";
import { exchange, type Exchange } from "../operator/exchange";
import type { Drift } from "../operator/mild-reader";
import { requestsTo } from "../operator/requests";
import { createClient } from "../operator/client";
import { endpoints, refusals } from "../operator/contract";
import { operatorPort } from "../operations/port";
import { NAMES, PAGE, TRIALS, type Finding, type Trial } from "./calls";
import { gameOf, ownTrials, qrBankOf, type Answers } from "./own-data";
import { spend } from "./spend";
import type { Spent } from "./spending";

export interface Report {
  calls: number;
  fit: string[];
  /** Calls that were not tried, with the reason. */
  notTried: Record<string, string>;
  misfits: Finding[];
  /** What the product reads all the same. */
  tolerated: Finding[];
  /** Milliseconds of the slowest of `TRIES` answers of each call to a member. */
  slowest: Record<string, number>;
  /** Milliseconds in which 95 % of these answers came. */
  p95: number;
  /** What the writes have shown, if they were asked for. */
  spent: Pick<Spent, "lags" | "left"> | null;
}

export interface Target {
  url: string;
  marker: string;
  /** Of times without a zone, such as `+07:00`. */
  offset: string;
  username: string;
  password: string;
  /** Whether a little of the member's money may be moved, there and back. */
  writes?: boolean;
  /** Milliseconds in which what a write leaves must be shown; 20 s if it is not given. */
  rowMs?: number;
}

/** How often each call is asked with the session. */
const TRIES = 3;

/** How long what a write leaves is waited for, in milliseconds. */
const ROW_MS = 20_000;

type Found = { misfits: Drift[]; tolerated: Drift[] };

/** Differences that can be read, but show an answer that the contract excludes. */
const STRICT = /`limit`|^datetime$|^no more than/;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const SHARED = /public|s-maxage|^(?!.*(private|no-store)).*max-age=[1-9]/i;

const misfit = (expected: string, received: string, path = ""): Drift => ({ path, expected, received });

/** What the headers and the status of an answer break. */
function ofTransport({ access }: Endpoint, wire: Exchange): Drift[] {
  if (wire.kind !== "answered") {
    const isTooLarge = wire.cause === "too-large";
    return [misfit(isTooLarge ? "an answer of 1 MiB at most" : `an answer within ${READ_TIMEOUT_MS} ms`, wire.cause)];
  }
  const { status, headers } = wire;
  const encoding = headers.get("content-encoding") ?? "identity";
  return [
    ...(status >= 300 && status < 400 ? [misfit("no redirect", `status ${status}`)] : []),
    ...(encoding === "identity" ? [] : [misfit("no compression, as asked", "compressed")]),
    ...(access === "member" && SHARED.test(headers.get("cache-control") ?? "")
      ? [misfit("no shared caching", "shared caching", "cache-control")]
      : []),
  ];
}

/** What is wrong with a page of a list: its total, and the order. */
function ofPage(output: unknown, input: Trial["input"]): Drift[] {
  if (input !== PAGE) return [];
  const { total, ...rest } = output as Record<string, unknown>;
  const [key, rows] = Object.entries(rest).find(([name, value]) => name !== "unreadAt" && Array.isArray(value)) ?? [];
  const times = ((rows ?? []) as { createdAt?: unknown }[]).map(({ createdAt }) => Number(createdAt));
  const isOrdered = times.every((time, at) => at === 0 || !(time > times[at - 1]!));
  return [
    ...(isOrdered ? [] : [misfit("newest first", "another order", key)]),
    ...(total === null ? [misfit("number", "missing", "total")] : []),
    ...(total !== null && Number(total) < times.length ? [misfit("the number of all entries", "less", "total")] : []),
  ];
}

/** What a result says beside its differences. */
function ofResult(
  result: CallResult<unknown>,
  { name, input }: Pick<Trial, "name" | "input">,
  drifts: Drift[],
): Drift[] {
  if (result.kind === "answer") return ofPage(result.output, input);
  if (result.kind === "refused") {
    const known = Object.values((refusals as Record<string, Record<string, readonly string[]>>)[name] ?? {}).flat();
    return known.includes(result.code) ? [] : [misfit("a code of this call", "another")];
  }
  if (drifts.length > 0) return [];
  return [misfit("an answer", result.kind === "unknown" ? result.cause : result.kind)];
}

/**
 * Signs in, and tries all reads that the member's account has the data for; with `writes` also what `spend` does.
 * @throws Error if the sign-in fails; its message has no value of an answer
 */
export async function checkOperator(target: Target): Promise<Report> {
  const agent = new Agent({ pipelining: 0 });
  const requests = requestsTo({ baseUrl: target.url, marker: target.marker, codes: WIRE_CODES });

  async function ask({ name, endpoint, input }: Trial, token: string | null) {
    // A call of a member leaves without a session, too.
    const request = requests.call({ ...endpoint, access: "guest" }, input, { token });
    if ("kind" in request) throw new Error(`A request could not be written: ${request.kind}`);
    const found: Found = { misfits: [], tolerated: [] };
    const wire = await exchange(agent, request, READ_TIMEOUT_MS);
    found.misfits.push(...ofTransport(endpoint, wire));
    if (wire.kind !== "answered") return { result: null, found };
    if (wire.status < 300 && !JSON_TYPE.test(wire.headers.get("content-type") ?? ""))
      found.tolerated.push(misfit("application/json", "another type", "content-type"));
    const { offset } = target;
    const drifts: [Drift, boolean][] = [];
    const onDrift = (all: Drift[], forgiven: boolean) => {
      for (const one of all) drifts.push([one, forgiven]);
    };
    const range = input === PAGE ? PAGE : null;
    const result = callResult(endpoint, wire, { codes: WIRE_CODES, now: Date.now(), offset, range, onDrift });
    const leftOut = result.kind === "answer" && Number((result.output as { unread?: number } | null)?.unread ?? 0) > 0;
    for (const [one, forgiven] of drifts)
      found[forgiven && !leftOut && !STRICT.test(one.expected) ? "tolerated" : "misfits"].push(one);
    if (found.misfits.length === 0)
      found.misfits.push(
        ...ofResult(
          result,
          { name, input },
          drifts.map(([one]) => one),
        ),
      );
    return { result, found };
  }

  async function refusal(trial: Trial, token: string | null): Promise<Drift[]> {
    const { result } = await ask(trial, token);
    if (result?.kind === "login") return [];
    const session = token === null ? "no session" : "a forged token";
    return [misfit(`a refusal with ${session}`, result?.kind ?? "no answer")];
  }

  try {
    const { username, password } = target;
    const signIn = await ask({ name: "login", endpoint: endpoints.login, input: { username, password } }, null);
    if (signIn.result?.kind !== "answer") throw new Error(`The sign-in failed: ${signIn.result?.kind ?? "no answer"}`);
    const { token } = signIn.result.output as { token: string };
    const report: Report = {
      calls: NAMES.length,
      fit: [],
      notTried: {},
      misfits: [],
      tolerated: [],
      slowest: {},
      p95: 0,
      spent: null,
    };
    const times: number[] = [];
    const add = (call: string, { misfits, tolerated }: Found) => {
      report.misfits.push(...misfits.map((one) => ({ call, ...one })));
      report.tolerated.push(...tolerated.map((one) => ({ call, ...one })));
      if (misfits.length === 0) report.fit.push(call);
    };
    add("login", signIn.found);
    const answers: Answers = {};
    const tryOut = async (trial: Trial) => {
      let found: Found = { misfits: [], tolerated: [] };
      const took: number[] = [];
      // One that does not fit is not asked again: it may take as long as a deadline.
      while (took.length < TRIES && found.misfits.length === 0) {
        const began = performance.now();
        const asked = await ask(trial, token);
        found = asked.found;
        if (asked.result?.kind === "answer") Object.assign(answers, { [trial.name]: asked.result.output });
        took.push(Math.round(performance.now() - began));
      }
      times.push(...took);
      report.slowest[trial.name] = Math.max(...took);
      if (trial.endpoint.access === "member")
        for (const other of [null, "forged"]) found.misfits.push(...(await refusal(trial, other)));
      else
        found.misfits.push(
          ...(await ask(trial, null)).found.misfits.filter(
            (one) => !found.misfits.some((known) => known.path === one.path),
          ),
        );
      add(trial.name, found);
    };
    for (const trial of TRIALS) await tryOut(trial);
    const own = ownTrials(answers);
    for (const trial of own.trials) await tryOut(trial);
    const spent = target.writes ? await spendWith(target, token, answers) : null;
    for (const [call, misfits] of Object.entries(spent?.tried ?? {})) add(call, { misfits, tolerated: [] });
    report.spent = spent && { lags: spent.lags, left: spent.left };
    times.sort((one, other) => one - other);
    report.p95 = times[Math.ceil(times.length * 0.95) - 1]!;
    const why: Record<string, string> = { ...own.why, ...spent?.why };
    const tried = new Set([...report.fit, ...report.misfits.map(({ call }) => call)]);
    for (const name of NAMES.filter((name) => !tried.has(name))) report.notTried[name] = why[name] ?? "it changes data";
    return report;
  } finally {
    await agent.close();
  }
}

/** Sends with the product's own client, as its operations engine does. */
async function spendWith({ url, marker, rowMs = ROW_MS }: Target, token: string, answers: Answers) {
  const log = { info: () => {}, warn: () => {} };
  const client = createClient({ baseUrl: url, marker, log, timeZone: "Asia/Bangkok" });
  try {
    return await spend(operatorPort(client), { token }, { game: gameOf(answers), bankCode: qrBankOf(answers), rowMs });
  } finally {
    await client.close();
  }
}
