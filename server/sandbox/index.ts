import express, { type ErrorRequestHandler } from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { createCodeReader } from "../codes/reader";
import { makeFolder } from "../config/folder";
import { migrate, openDatabase, type Database } from "../database";
import { createChatFiles } from "./chat/files";
import { silentHub } from "./chat/hub";
import { openChatSocket } from "./chat/socket";
import { implementations } from "./calls";
import { settleDueAnnouncements } from "./ledger/announcements";
import { createApi, type Machine } from "./wire/api";
import { createCalls } from "./wire/call-counts";
import { createControl, type Control } from "./desk/control";
import { createDesk } from "./desk/routes";
import { createFaults } from "./wire/pending-faults";
import { knownHost } from "./wire/known-host";
import { createLedger, type Ledger } from "./ledger/ledger";
import { createLimits } from "./wire/limits";
import type { Market } from "./market";
import { createMedia } from "./wire/media";
import { createPlay } from "./play/routes";
import { schema } from "./ledger/schema";
import { demoMemberOf, seedSandbox } from "./seed";
import { createSwitches, type Switches } from "./switches";
import { createSlipImages } from "./slips/store";
import { readDueSlips } from "./slips/reader";
import { settleDueWithdrawals } from "./ledger/withdrawals";
import type { ProductOfDesk } from "./desk/view";
import type { World } from "./world";

export type { Control, NewSandboxMember } from "./desk/control";
export type { Fault, FaultKind } from "./wire/faults";
export type { Switches } from "./switches";

const TICK_MS = 500;
const DEFAULT_SEED = 20261120;
/** Limits for reading slips: milliseconds for one, and how many may wait. */
const SLIP_PATIENCE_MS = 120_000;
const MAX_SLIPS = 1_000;

export interface SandboxOptions {
  /** SQLite file; `":memory:"` for this run only. */
  dataFile: string;
  market: Market;
  /** See `World`. */
  laos?: boolean;
  /** 0: any free port. */
  port?: number;
  host?: "127.0.0.1";
  /** Host names that it is called by, besides those of the machine itself. */
  names?: readonly string[];
  clock?: { now(): number };
  /** Seed of the generated demo month. */
  seed?: number;
  /** Value of X-Requested-With that every call must send. */
  marker?: string;
  /** Passphrase that gift links are encrypted with. */
  truelinkSecret?: string;
  /** The product that the desk shows, and its stylesheet. */
  product?: ProductOfDesk & { style(): string };
  /** Initial switches. Changes made at the desk are stored in the file and take precedence. */
  switches?: Partial<Switches>;
}

export interface Sandbox {
  /** Base address of the operator's API, without a slash at the end. */
  url: string;
  deskUrl: string;
  demoMember: { phone: string; password: string };
  ledger: Ledger;
  control: Control;
  close(): Promise<void>;
}

/**
 * Starts the embedded operator: a server of its own on the loopback interface, with a database of its own.
 * @throws Error if the file was created for the other market
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    dataFile,
    market,
    laos = false,
    port = 0,
    host = "127.0.0.1",
    names,
    clock = Date,
    seed = DEFAULT_SEED,
    marker = "wallet-user",
    truelinkSecret = "change-me",
  } = options;
  if (dataFile !== ":memory:") makeFolder(dirname(dataFile));
  const database = openDatabase(dataFile);
  migrate(database, schema);
  const switches = createSwitches(database, options.switches);
  let origin = "";
  const timers = new Set<NodeJS.Timeout>();
  const world: World = {
    database,
    ledger: createLedger(database),
    switches,
    market,
    laos,
    codes: createCodeReader({ patienceMs: SLIP_PATIENCE_MS, maxWaiting: MAX_SLIPS }),
    chat: silentHub(),
    truelinkSecret,
    now: () => clock.now() + switches.current.clockOffsetMs,
    later: (ms, step) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        step();
      }, ms);
      timers.add(timer);
    },
    origin: () => origin,
  };
  seedOnce(database, market, () => seedSandbox(world, seed));

  const machine: Machine = {
    world,
    limits: createLimits(world),
    faults: createFaults(),
    calls: createCalls(),
    marker,
    sleep: (ms) => new Promise((resolve) => (ms === 0 ? resolve() : world.later(ms, resolve))),
    tick: () => {
      settleDueWithdrawals(world);
      settleDueAnnouncements(world);
      void readDueSlips(world);
    },
  };
  const control = createControl(machine);
  const demoMember = demoMemberOf(market);

  const { product = null } = options;
  const style = product?.style ?? (() => "");
  const deskFacts = { market, demo: demoMember, now: world.now, product, style };
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(knownHost(names));
  app.use("/media/slips", createSlipImages(world));
  app.use("/media/chat", createChatFiles(world));
  app.use("/media", createMedia());
  app.use("/play", createPlay(world, product?.url ?? null));
  app.use("/desk", createDesk(control, deskFacts));
  app.get("/", (_request, response) => response.redirect(303, "/desk"));
  app.use(createApi(machine, implementations));
  app.use((_request, response) => void response.status(404).json({ message: "NO_DATA" }));
  app.use(malformed);

  // A client on a busy machine may use a connection again just as the default of five seconds closes it.
  const server = createServer({ keepAliveTimeout: 65_000 }, app);
  const chat = openChatSocket(world, server, marker);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const ticking = setInterval(machine.tick, TICK_MS).unref();

  return {
    url: origin,
    deskUrl: `${origin}/desk`,
    demoMember,
    ledger: world.ledger,
    control,
    close: async () => {
      clearInterval(ticking);
      for (const timer of timers) clearTimeout(timer);
      // It closes the server, too.
      const closed = chat.close();
      server.closeAllConnections();
      await closed;
      await world.codes.close();
      database.close();
    },
  };
}

/** Seeds a new file. @throws Error if the file was created for the other market */
function seedOnce(database: Database, market: Market, fill: () => void): void {
  const made = database.get<{ market: Market }>("SELECT market FROM made");
  if (made && made.market !== market)
    throw new Error(
      `The sandbox's file was created for MARKET=${made.market}, not ${market}; choose another folder, or delete it`,
    );
  if (made) return;
  database.atomically(() => {
    fill();
    database.run("INSERT INTO made (market, at) VALUES (?, ?)", market, Date.now());
  });
}

/** Handles bodies that are too long and paths that cannot be decoded. */
const malformed: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
  response.status(status).json({ message: status < 500 ? "KEY_INVALID" : "INTERNAL_SERVER_ERROR" });
};
