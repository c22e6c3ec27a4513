import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../server/database";
import { sqliteStore } from "../../server/operations/store-sqlite";
import { createStage, MINUTE, SECOND, START, TRANSFER } from "./operations-stage";

/** A separate process that is killed with SIGKILL as soon as its request has arrived. Prints its form key. */
const server = (file: string) => `
  import { openDatabase } from "./server/database.ts";
  import { systemClock } from "./server/operations/clock.ts";
  import { createEngine } from "./server/operations/engine.ts";
  import { sqliteStore } from "./server/operations/store-sqlite.ts";
  const now = () => ${START};
  const engine = createEngine({
    store: sqliteStore(openDatabase(${JSON.stringify(file)}, { durable: true }), { closedForMs: 0, now }),
    clock: { ...systemClock, now },
    operator: {
      send: () => process.kill(process.pid, "SIGKILL"),
      statement: async () => ({ total: 0, rows: [], unread: 0 }),
      wallet: async () => ({ wallet: 100000, accounts: { PG: 5000 }, at: now() }),
    },
    secrets: ["secret"],
    owner: "killed",
    log: console,
  });
  const operations = engine.forMember({ memberId: "m", sid: "sid", token: "token" });
  const key = await operations.formKey("transfer");
  console.log(key);
  await operations.run("transfer", ${JSON.stringify(TRANSFER)}, key);`;

test.each([
  ["and the operation is found if the operator executed it", true, "done"],
  ["and the operation counts as not done after the quiet time if not", false, "notdone"],
] as const)("kill -9 during a dispatch never leads to a second request, %s", async (_how, executed, state) => {
  const directory = await mkdtemp(join(tmpdir(), "operations-crash-"));
  const file = join(directory, "operations.sqlite");
  const script = ["--import", "tsx", "--input-type=module", "-e", server(file)];
  const killed = spawnSync(process.execPath, script, { encoding: "utf8" });
  expect(killed).toMatchObject({ signal: "SIGKILL", stderr: "" });

  const database = openDatabase(file, { durable: true });
  let now = () => START;
  const store = sqliteStore(database, { closedForMs: 0, now: () => now() });
  const stage = createStage({ store, owner: "restarted" });
  now = stage.now;
  if (executed) stage.operator.execute();
  const again = await stage.soon(stage.request().run("transfer", TRANSFER, killed.stdout.trim()));
  const open = await stage.soon(stage.request().open());
  expect(open).toMatchObject({ state: "unknown", code: "OWNER_LOST", checkUntil: START + 6 * MINUTE });
  expect(again).toEqual({ kind: "receipt", id: open!.id });

  await stage.pass(executed ? 10 * SECOND : 7 * MINUTE);
  expect(await stage.soon(stage.request().view(open!.id))).toMatchObject({ state });
  expect(stage.operator.sent).toEqual([]);
  await stage.engine.drain();
  database.close();
  await rm(directory, { recursive: true, force: true });
});
