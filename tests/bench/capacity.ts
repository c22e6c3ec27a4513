/**
 * `npm run bench:capacity`: what a deployment needs room for. Memory of the built product per 1,000 open sockets of the
 * chat, and bytes on the disk per operation in the stores of one container. Asserts nothing.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Socket } from "socket.io-client";
import pino from "pino";
import { sqliteAudit } from "../../server/audit/store-sqlite";
import { createTrail } from "../../server/audit/trail";
import { openDatabase } from "../../server/database";
import { newReference } from "../../server/operations/reference";
import { sqliteStore } from "../../server/operations/store-sqlite";
import { LEASE_MS, newOp } from "../support/new-op";
import { startProduct } from "../support/product";
import { root } from "../support/root";
import { guestsOf, socketOf } from "./guests";
import { held, row } from "./resources";

const SOCKETS = 1_000;
const SOCKETS_PER_GUEST = 5;
const OPERATIONS = 20_000;
const OPERATIONS_PER_MEMBER = 20;
/** Collections of garbage before memory is read, and the time for each, in milliseconds. */
const COLLECTIONS = 3;
const REST_MS = 3_000;

/** Megabytes before the sockets, and with them. */
async function memoryOfSockets(): Promise<{ before: number; after: number; open: number }> {
  const operator = await startProduct();
  const origin = new URL(operator.deskUrl).origin;
  const env = { OPERATOR_API_URL: origin, OPERATOR_CHAT_URL: origin, NODE_ENV: "test", TRUST_PROXY: "1" };
  const heap = fileURLToPath(new URL("heap.mjs", import.meta.url));
  const command = ["--expose-gc", "--import", heap, join(root, "build/server.mjs")];
  const product = await startProduct({ env, command });
  /** After garbage was collected: it would hide what the sockets take. */
  const memory = async () => {
    for (let collection = 0; collection < COLLECTIONS; collection += 1) {
      process.kill(product.pid()!, "SIGUSR2");
      await wait(REST_MS);
    }
    return held(product.pid()!).memory;
  };
  const sockets: Socket[] = [];
  try {
    const guests = await guestsOf(product, SOCKETS / SOCKETS_PER_GUEST);
    const before = await memory();
    for (let at = 0; at < SOCKETS; at += 1) {
      sockets.push(await socketOf(guests[at % guests.length]!));
    }
    const after = await memory();
    const open = sockets.filter(({ connected }) => connected).length;
    if (open === 0) throw new Error("No socket could be opened.");
    return { before, after, open };
  } finally {
    for (const socket of sockets) socket.disconnect();
    await product.stop();
    await operator.stop();
  }
}

/** Bytes per operation: records and receipts, which are kept for 7 days, and lines of the audit trail. */
async function diskOfOperations(): Promise<{ records: number; audit: number }> {
  const folder = mkdtempSync(join(tmpdir(), "capacity-"));
  // Not durable: the size is the same, and it takes less time.
  const [operations, lines] = ["operations", "audit"].map((name) => openDatabase(join(folder, `${name}.sqlite`)));
  const trail = createTrail({
    store: sqliteAudit(lines!, { keepMs: Infinity }),
    log: pino({ level: "silent" }),
    instance: "host:1:1700000000000",
    now: Date.now,
  });
  const store = sqliteStore(operations!, { closedForMs: 0, lagMs: 0, observe: trail.observe });
  const epoch = (await store.epoch()).id;
  const origin = { requestId: newReference(), network: "203.0.113", currency: "BAHT" };
  const base = { balances: { wallet: 500_00, PGSLOT: 100_00, JOKER: 0 }, seen: [], at: Date.now(), slack: 1_000 };
  for (let at = 0; at < OPERATIONS; at += 1) {
    const memberId = `member-${Math.floor(at / OPERATIONS_PER_MEMBER)}`;
    const op = newOp(newReference(), { origin, base: { ...newOp("x").base, ...base, horizon: Date.now() } });
    const begun = await store.begin(memberId, { seq: at % OPERATIONS_PER_MEMBER, epoch }, op, LEASE_MS);
    if (!begun.ok) throw new Error("The operation did not begin.");
    trail.observe(memberId, "sent", begun.record);
    const row = { mark: `PGSLOT 100.00 ${op.id}`, leg: 0, status: "SUCCESS" as const, amount: 100_00 };
    await store.finish(memberId, op.id, ["inflight"], { state: "done", finishedAt: Date.now(), rows: [row] });
  }
  await trail.settled();
  for (const database of [operations!, lines!]) {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
  const bytes = (name: string) =>
    readdirSync(folder)
      .filter((file) => file.startsWith(name))
      .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const sizes = { records: bytes("operations") / OPERATIONS, audit: bytes("audit") / OPERATIONS };
  rmSync(folder, { recursive: true });
  return sizes;
}

row(["what", "measured"]);
row(["---", "---:"]);
const { records, audit } = await diskOfOperations();
row(["records and receipts (SQLite), bytes an operation", Math.round(records)]);
row(["audit trail (SQLite), bytes an operation", Math.round(audit)]);
const { before, after, open } = await memoryOfSockets();
row(["memory before the sockets, MB", Math.round(before)]);
row([`memory with ${open} sockets, MB`, Math.round(after)]);
row(["memory for 1,000 sockets, MB", Math.round(((after - before) * 1_000) / open)]);
process.exit(0);
