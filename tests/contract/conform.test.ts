/** An operator that fits passes, and each planted misfit is found, with nothing else. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkOperator } from "../../server/conform/check";
import { reportPage } from "../../server/conform/report-page";
import { READ_TIMEOUT_MS } from "../../server/operator/endpoint";
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { alteredOperator, type Alter } from "../support/altered-operator";
import { root } from "../support/root";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    dataFile: ":memory:",
    market: "th",
    switches: { callsPerMinute: 0, onceEveryMs: 0 },
  });
});
afterAll(() => sandbox.close());

const check = (url: string) => {
  const { phone: username, password } = sandbox.demoMember;
  return checkOperator({ url, marker: "wallet-user", offset: "+07:00", username, password });
};

async function misfitsWith(alter: Alter) {
  const front = await alteredOperator(sandbox.url, alter);
  try {
    const { misfits, tolerated } = await check(front.url);
    return { misfits, tolerated };
  } finally {
    front.close();
  }
}

test("the sandbox operator fits, and what was not tried is named", async () => {
  const report = await check(sandbox.url);
  expect(report).toMatchObject({ calls: 78, misfits: [], tolerated: [] });
  expect(report.fit.length + Object.keys(report.notTried).length).toBe(78);
  expect(report.fit).toEqual(expect.arrayContaining(["chatHistory", "findPromotion"]));
  expect(report.notTried).toMatchObject({
    autoLoginPg: "it signs in at a game",
    withdraw: "it changes data",
  });
});

type Rows = { statements: { createdAt: string; amount: unknown }[]; total: unknown };
type Planted = [name: string, plant: (answer: Rows) => void, finding: object];

const PLANTED: Planted[] = [
  [
    "a date without a zone",
    ({ statements: [row] }) => (row!.createdAt = "2027-01-01T00:00:00"),
    { path: "statements[].createdAt", expected: "datetime" },
  ],
  [
    "three decimals",
    ({ statements: [row] }) => (row!.amount = 1.005),
    { path: "statements[].amount", expected: "no more than 2 decimals" },
  ],
  [
    "an amount that is missing",
    ({ statements: [row] }) => delete row!.amount,
    { path: "statements[].amount", received: "missing" },
  ],
  ["the oldest first", ({ statements }) => statements.reverse(), { expected: "newest first" }],
  [
    "an ignored limit",
    ({ statements }) => statements.push(...statements),
    { path: "statements", received: "more entries" },
  ],
  ["no total", (answer) => delete answer.total, { path: "total", received: "missing" }],
];

test.each(PLANTED)("%s is found, and nothing else", async (_, plant, finding) => {
  const found = await misfitsWith((path, answer) => {
    if (path === "/api/statement" && "statements" in answer) plant(answer as unknown as Rows);
  });
  expect(found).toMatchObject({ misfits: [{ call: "listStatements", ...finding }], tolerated: [] });
});

interface Wire {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The sandbox behind a front that changes what goes over the wire; null: it never answers. */
async function misfitsBehind(change: (wire: Wire, path: string, token: string) => Wire | null | Promise<Wire | null>) {
  const server = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const { host: _, ...passed } = headers;
    const onward = request(new URL(url, sandbox.url), { method, headers: passed });
    incoming.pipe(onward);
    onward.on("response", (answer) => {
      void answer.toArray().then(async (chunks) => {
        const kept = { "content-type": String(answer.headers["content-type"]) };
        const wire = { status: answer.statusCode!, headers: kept, body: Buffer.concat(chunks as Buffer[]).toString() };
        const changed = await change(wire, url.split("?", 1)[0]!, headers.authorization?.replace("Bearer ", "") ?? "");
        if (changed) outgoing.writeHead(changed.status, changed.headers).end(changed.body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { misfits, tolerated } = await check(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { misfits, tolerated };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const WALLET = "/api/wallet";
const onlyWallet = (change: (wire: Wire) => Wire | null) => (wire: Wire, path: string, token: string) =>
  path === WALLET && token.length > 20 ? change(wire) : wire;
const json = (body: unknown): Wire => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const header = (name: string, value: string) => (wire: Wire) => ({
  ...wire,
  headers: { ...wire.headers, [name]: value },
});

type OnTheWire = [name: string, change: Parameters<typeof misfitsBehind>[0], finding: object];
const ON_THE_WIRE: OnTheWire[] = [
  ["a redirect", onlyWallet((wire) => ({ ...wire, status: 302 })), { received: "status 302" }],
  ["a shared cache", onlyWallet(header("cache-control", "public, max-age=60")), { path: "cache-control" }],
  ["a cache of a proxy", onlyWallet(header("cache-control", "s-maxage=60")), { path: "cache-control" }],
  ["compression nobody asked for", onlyWallet(header("content-encoding", "gzip")), { received: "compressed" }],
  [
    "a page of HTML with 200",
    onlyWallet((wire) => ({ ...wire, body: "<h1>Maintenance</h1>" })),
    { received: "malformed" },
  ],
  ["an empty answer", onlyWallet((wire) => ({ ...wire, body: "" })), { expected: "object", received: "missing" }],
  ["a list instead of an object", onlyWallet(() => json([])), { received: "array" }],
  ["another object", onlyWallet(() => json({ hello: "world" })), { received: "object" }],
  ["a failure of the server", onlyWallet((wire) => ({ ...wire, status: 500 })), { received: "status:500" }],
  [
    "a refusal with a code of other calls",
    onlyWallet(() => ({ ...json({ message: "QR_MAX" }), status: 400 })),
    { received: "another" },
  ],
  [
    "an answer larger than a mebibyte",
    onlyWallet((wire) => ({ ...wire, body: `${wire.body}${" ".repeat(2 ** 20)}` })),
    { expected: "an answer of 1 MiB at most" },
  ],
  ["no answer", onlyWallet(() => null), { received: "deadline" }],
  [
    "an answer after the deadline",
    (wire, path, token) => (path === WALLET && token.length > 20 ? wait(READ_TIMEOUT_MS + 500).then(() => wire) : wire),
    { received: "deadline" },
  ],
  [
    "another type in an entry of a list",
    onlyWallet((wire) => {
      const answer = JSON.parse(wire.body) as { slots: object[] };
      Object.assign(answer.slots[0]!, { isActive: "often" });
      return json(answer);
    }),
    { path: "slots[].isActive", expected: "boolean", received: "string" },
  ],
  [
    "a session that is not asked for",
    (wire, path, token) => (path === WALLET && token === "" ? json({}) : wire),
    { expected: "a refusal with no session" },
  ],
  [
    "a conversation for whoever names its member",
    (wire, path, token) => (path === "/api/chat/history" && token === "" ? json([]) : wire),
    { call: "chatHistory", expected: "a refusal with no session" },
  ],
  [
    "a forged token that is accepted",
    (wire, path, token) => (path === WALLET && token === "forged" ? json({}) : wire),
    { expected: "a refusal with a forged token" },
  ],
];

test.each(ON_THE_WIRE)("%s is found, and nothing else", async (_, change, finding) => {
  const found = await misfitsBehind(change);
  expect(found).toMatchObject({ misfits: [{ call: "getWallet", ...finding }], tolerated: [] });
});

test("the report can be sent on as one page that needs nothing else", async () => {
  const { phone: username, password } = sandbox.demoMember;
  const target = { url: sandbox.url, marker: "wallet-user", offset: "+07:00", username, password };
  const report = await checkOperator(target);
  const finding = { call: "getWallet", path: "a<b>", expected: "number", received: "string" };
  const html = reportPage({ ...report, misfits: [finding] }, { origin: sandbox.url, at: new Date(0) });
  expect(html).toContain(`${report.fit.length} of 78 calls fit`);
  expect(html).toContain("<td>getWallet</td><td>a&#60;b&#62;</td><td>number</td><td>string</td>");
  expect(html).not.toMatch(/<script|<link|src=|url\(/);
});

test("JSON that calls itself HTML is tolerated", async () => {
  const found = await misfitsBehind(onlyWallet(header("content-type", "text/html")));
  const tolerated = [{ call: "getWallet", path: "content-type", received: "another type" }];
  expect(found).toMatchObject({ misfits: [], tolerated });
});

test("a number that came as text is tolerated", async () => {
  const found = await misfitsWith((path, answer) => {
    if (path === "/api/statement" && "total" in answer) Object.assign(answer, { total: String(answer.total) });
  });
  expect(found).toMatchObject({ misfits: [], tolerated: [{ call: "listStatements", path: "total" }] });
});

const spendAt = async (url: string, rowMs?: number) => {
  const { phone: username, password } = sandbox.demoMember;
  return checkOperator({ url, marker: "wallet-user", offset: "+07:00", username, password, writes: true, rowMs });
};

test("with writes, money goes to a game and back, and each step leaves what the engine waits for", async () => {
  const report = await spendAt(sandbox.url);
  expect(report).toMatchObject({ misfits: [], tolerated: [], spent: { left: [] } });
  expect(report.fit).toEqual(expect.arrayContaining(["transfer", "createQr", "cancelQr", "findQr"]));
  expect(Object.keys(report.spent!.lags)).toEqual(["wallet to game", "game to wallet", "createQr", "cancelQr"]);
});

type Spoil = [name: string, alter: () => Alter, finding: object];

const rowsOf = (change: (rows: Row[]) => Row[]) => (): Alter => (path, answer) => {
  const page = answer as unknown as { statements?: Row[] };
  if (path === "/api/statement" && page.statements) page.statements = change(page.statements);
};
interface Row {
  statementType: string;
  from: string;
  to: string;
  amount: number;
}
const isOurs = ({ statementType, amount }: Row) => statementType === "transfer" && amount === 1;

const SPOILT: Spoil[] = [
  [
    "a row that never comes",
    rowsOf((rows) => rows.filter((row) => !isOurs(row))),
    { call: "transfer", expected: "the row of this transfer", received: "missing" },
  ],
  [
    "a row with another amount",
    rowsOf((rows) => rows.map((row) => (isOurs(row) ? { ...row, amount: 2 } : row))),
    { call: "transfer", expected: "the row of this transfer", received: "another row" },
  ],
  [
    "two rows of one transfer",
    rowsOf((rows) => rows.flatMap((row) => (isOurs(row) ? [row, row] : [row])).slice(0, rows.length)),
    { call: "transfer", expected: "one row", received: "2 rows" },
  ],
  [
    "a transfer that answers SUCCESS and moves nothing",
    () => {
      let wallet: unknown = null;
      return (path, answer) => {
        if (path !== "/api/wallet" || !("wallet" in answer)) return;
        wallet ??= structuredClone({ wallet: answer.wallet, slots: answer.slots });
        Object.assign(answer, wallet);
      };
    },
    { call: "transfer", path: "wallet to game: getWallet", received: "other balances" },
  ],
  [
    "a QR code that stays after it was cancelled",
    () => {
      let open: Record<string, unknown> | null = null;
      return (path, answer) => {
        if (!path.startsWith("/api/qrcode/") || !("hasQrcode" in answer)) return;
        if (answer.hasQrcode) open = { ...answer };
        else if (open) Object.assign(answer, open);
      };
    },
    { call: "cancelQr", expected: "no such QR code any more" },
  ],
];

test.each(SPOILT)("with writes, %s is found", async (_, alter, finding) => {
  const front = await alteredOperator(sandbox.url, alter());
  try {
    const { misfits } = await spendAt(front.url, 1_000);
    expect(misfits).toContainEqual(expect.objectContaining(finding));
    const { call } = finding as { call: string };
    expect(misfits.filter((one) => one.call !== call)).toEqual([]);
  } finally {
    front.close();
  }
});

type Wish = (call: { path: string; method: string; body: string; transfers: number }, wire: Wire) => Wire | null;
type Ask = (body: string, transfers: number) => string;

/**
 * Spends behind a front.
 * @param answers changes an answer; null: the connection breaks. `transfers`: how many were asked for
 * @param asks changes what a transfer asks for
 */
async function spendBehind(answers: Wish, asks: Ask = (body) => body, rowMs = 700) {
  let transfers = 0;
  const server = createServer((incoming, outgoing) => {
    void incoming.toArray().then(async (chunks) => {
      const { method = "GET", url = "/" } = incoming;
      const path = url.split("?", 1)[0]!;
      if (path === TRANSFER) transfers += 1;
      const asked = Buffer.concat(chunks as Buffer[]).toString();
      const body = path === TRANSFER ? asks(asked, transfers) : asked;
      const { host: _, "content-length": _length, "transfer-encoding": _encoding, ...headers } = incoming.headers;
      const sent = await fetch(new URL(url, sandbox.url), {
        method,
        headers: headers as Record<string, string>,
        ...(body && { body }),
      });
      const wire = { status: sent.status, headers: { "content-type": "application/json" }, body: await sent.text() };
      const changed = answers({ path, method, body, transfers }, wire);
      if (changed) outgoing.writeHead(changed.status, changed.headers).end(changed.body);
      else outgoing.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await spendAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, rowMs);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const TRANSFER = "/api/wallet/transfer";
const withoutOurs = (wire: Wire) => {
  const answer = JSON.parse(wire.body) as { statements?: Row[] };
  if (answer.statements) answer.statements = answer.statements.filter((row) => !isOurs(row));
  return { ...wire, body: JSON.stringify(answer) };
};
const asking = (amount: number) => (body: string) => JSON.stringify({ ...(JSON.parse(body) as object), amount });

type Left = [name: string, answers: Wish, asks: Ask, left: RegExp, misfit: object];
const LEFT: Left[] = [
  [
    "a way back that is refused",
    (_, wire) => wire,
    (body, transfers) => (transfers === 2 ? asking(99_999_999)(body) : body),
    /^1\.00 lies in \w+: move it back by hand$/,
    { call: "transfer", expected: "SUCCESS", received: "refused, MONEY_NOT_ENOUGH" },
  ],
  [
    "a first transfer whose answer is lost, with no row",
    ({ path, transfers }, wire) =>
      path === TRANSFER ? null : transfers > 0 && path === "/api/statement" ? withoutOurs(wire) : wire,
    (body) => body,
    /^1\.00 may lie in \w+: look, and move it back by hand$/,
    { call: "transfer", expected: "SUCCESS" },
  ],
  [
    "a transfer of too much that is accepted",
    (_, wire) => wire,
    (body, transfers) => (transfers === 3 ? asking(1)(body) : body),
    /^up to [\d.]+ may have moved from \w+ to the main wallet$/,
    { call: "transfer", path: "more than there is", received: "SUCCESS" },
  ],
];

test.each(LEFT)("with writes, %s is told as left behind", async (_, answers, asks, left, finding) => {
  const { spent, misfits } = await spendBehind(answers, asks);
  expect(spent!.left).toEqual([expect.stringMatching(left)]);
  expect(misfits).toContainEqual(expect.objectContaining(finding));
});

test("with writes, a QR code that is not shown is told as left behind", async () => {
  let none: Wire | null = null;
  const { spent, misfits } = await spendBehind(({ path, method }, wire) =>
    path.startsWith("/api/qrcode/") && method === "GET" ? (none ??= wire) : wire,
  );
  expect(spent!.left).toEqual(["a QR code of 100.00 may be open: cancel it by hand"]);
  const finding = { call: "createQr", expected: "the new QR code" };
  expect(misfits).toContainEqual(expect.objectContaining(finding));
});

test("with writes, money that stays because the statement cannot be read is told as left behind", async () => {
  const { spent, misfits } = await spendBehind(({ path, transfers }, wire) =>
    transfers === 1 && path === "/api/statement" ? { ...wire, status: 500, body: "{}" } : wire,
  );
  const finding = { call: "transfer", path: "wallet to game", received: "a failure" };
  expect(misfits).toContainEqual(expect.objectContaining(finding));
  expect(spent!.left).toEqual([expect.stringMatching(/^1\.00 lies in/)]);
});

test("with writes, a row that comes late fits, with its lag", async () => {
  let began = 0;
  const { spent, misfits } = await spendBehind(
    ({ path, transfers }, wire) => {
      if (transfers === 1 && began === 0) began = performance.now();
      const isEarly = began > 0 && performance.now() - began < 800;
      return path === "/api/statement" && isEarly ? withoutOurs(wire) : wire;
    },
    undefined,
    10_000,
  );
  expect(misfits).toEqual([]);
  expect(spent!.lags["wallet to game"]).toBeGreaterThanOrEqual(700);
});

/** Runs the command at a terminal, and types a line once it asks. */
async function atTerminal(options: string, typed: string) {
  const command = `node --import tsx bin/conform.ts --url ${sandbox.url} --member ${sandbox.demoMember.phone} ${options}`;
  const terminal = spawn("script", ["-qec", command, "/dev/null"], { cwd: root });
  let shown = "";
  terminal.stdout.on("data", (chunk: Buffer) => {
    const asks = !shown.includes("Password") && chunk.includes("Password");
    shown += String(chunk);
    if (asks) terminal.stdin.write(`${typed}\r`);
  });
  const [code] = (await once(terminal, "exit")) as [number];
  return { shown, code };
}

test("at a terminal the password is asked, and not shown", async () => {
  const { password } = sandbox.demoMember;
  const { shown, code } = await atTerminal("", password);
  expect(shown).toMatch(/\d+ of 78 calls fit/);
  expect(shown).not.toContain(password);
  expect(code).toBe(0);
});

test("the exit code is 1 if a call does not fit, and the page for others has the same", async () => {
  const front = await alteredOperator(sandbox.url, (path, answer) => {
    if (path !== "/api/wallet") return;
    const [slot] = (answer as unknown as { slots?: object[] }).slots ?? [];
    if (slot) Object.assign(slot, { isActive: "often" });
  });
  const file = join(mkdtempSync(join(tmpdir(), "conform-")), "report.html");
  try {
    const { phone, password } = sandbox.demoMember;
    const args = ["--import", "tsx", "bin/conform.ts", "--url", front.url, "--member", phone, "--json", "--html", file];
    const run = spawn("node", args, { cwd: root, env: { ...process.env, CONFORM_PASSWORD: password } });
    const [chunks, [code]] = await Promise.all([run.stdout.toArray(), once(run, "exit")]);
    const { misfits } = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as {
      misfits: Record<string, string>[];
    };
    expect(code).toBe(1);
    expect(misfits.length).toBeGreaterThan(0);
    const html = readFileSync(file, "utf8");
    for (const { call, path, expected, received } of misfits)
      expect(html).toContain(`<td>${call}</td><td>${path}</td><td>${expected}</td><td>${received}</td>`);
    expect(html).not.toContain(password);
  } finally {
    front.close();
    rmSync(dirname(file), { recursive: true });
  }
});
