import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import { alteredOperator } from "./altered-operator";
import { browserOf, connected, openSocket } from "./chat-socket";
import { transferOne } from "./commands";
import { demoMember, signedIn } from "./demo";
import { freePorts, startProduct, type Product } from "./product";
import { parseMetrics, type Metrics } from "./prometheus";
import { startRedis } from "./redis";

const UNTIL_MS = 60_000;

/** Everything that a product told of itself, before, while and after things went wrong. */
export interface MeteredRun {
  own: Product;
  token: string;
  metricsUrl: string;
  /** The text of the metrics when nothing had gone wrong, when much had, and then also without Redis. */
  healthy: string;
  faulty: string;
  storeless: string;
  /** `/readyz?full` at the first two of these moments. */
  full: { healthy: Record<string, unknown>; faulty: Record<string, unknown> };
  /** What must never be in any of it: the members' phone numbers, names, tokens and references. */
  secrets: string[];
  stop(): Promise<void>;
}

/** Runs a built product with a real operator and Redis through work and faults, and reads its metrics. */
export async function meteredRun(): Promise<MeteredRun> {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await run(ends)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(ends: (() => unknown)[]): Promise<Omit<MeteredRun, "stop">> {
  const token = randomBytes(32).toString("hex");
  const redis = await startRedis();
  ends.push(() => redis.stop());
  const operator = await startProduct();
  ends.push(() => operator.stop());
  const origin = new URL(operator.deskUrl).origin;
  let odd = false;
  let sent = false;
  const altered = await alteredOperator(origin, (path, answer: Record<string, unknown>) => {
    if (!odd) return;
    if (path === "/api/lookup/withdraw") answer.withdrawMin = String(answer.withdrawMin);
    if (path === "/api/wallet/transfer") sent = true;
    // What became of the transfer can be known neither from its answer nor from the statement.
    if (sent && /^\/api\/(wallet\/transfer|statement)$/.test(path))
      for (const field of Object.keys(answer)) delete answer[field];
  });
  ends.push(() => altered.close());
  const [metricsPort] = (await freePorts(1)) as [number];
  const own = await startProduct({
    env: {
      OPERATOR_API_URL: altered.url,
      OPERATOR_CHAT_URL: origin,
      NODE_ENV: "test",
      CLOSED_S: "0",
      RATE_LIMITS: "on",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      METRICS_PORT: String(metricsPort),
      METRICS_TOKEN: token,
    },
  });
  ends.push(() => own.stop());

  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const headers = { authorization: `Bearer ${token}` };
  const read = async () => (await fetch(metricsUrl, { headers })).text();
  const readFull = async () =>
    (await (await fetch(`${own.url}/readyz?full`, { headers })).json()) as Record<string, unknown>;
  const until = async (holds: (metrics: Metrics) => boolean): Promise<string> => {
    for (const end = Date.now() + UNTIL_MS; ; await wait(200)) {
      const text = await read();
      if (holds(parseMetrics(text))) return text;
      if (Date.now() > end) throw new Error(`The metrics did not come to what was expected:\n${text}`);
    }
  };

  const demo = demoMember(operator);
  const member = await signedIn(own, demo);
  const done = await transferOne(member);
  await member.get(`/user/receipt/${done}`);
  await member.get("/no/such/page");
  const sockets: Socket[] = [];
  ends.push(() => sockets.forEach((socket) => socket.disconnect()));
  const { socket } = openSocket(await browserOf(own, { ...demo, id: "", name: "" }));
  sockets.push(socket);
  await connected(socket);
  const healthy = await until((now) => (now.value("wallet_statement_lag_seconds_count") ?? 0) > 0);
  const fullHealthy = await readFull();

  odd = true;
  await member.get("/user/withdraw");
  const lost = await transferOne(member);
  for (let report = 0; report < 22; report += 1) await reportBlocked(own);
  const others = await Promise.all([1, 2, 3].map(() => operator.desk.createMember({ wallet: 100_00 })));
  const visitors = [];
  for (const { username, password } of others) visitors.push(await signedIn(own, { username, password }));
  altered.close();
  for (const visitor of visitors) await visitor.get("/user/transfer");
  const faulty = await until((now) => now.value("wallet_operator_state", { state: "down" }) === 1);
  const fullFaulty = await readFull();
  await redis.kill();
  await member.get("/user/home");
  const storeless = await until((now) => now.value("wallet_store_up") === 0);
  return {
    own,
    token,
    metricsUrl,
    healthy,
    faulty,
    storeless,
    full: { healthy: fullHealthy, faulty: fullFaulty },
    secrets: [token, demo.username, demo.password, done, lost, ...others.flatMap(({ id, username }) => [id, username])],
  };
}

const reportBlocked = ({ url }: Product) =>
  fetch(`${url}/csp`, {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify({
      "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://img.example/x", "document-uri": url },
    }),
  });
