import { join } from "node:path";
import { sqliteAudit } from "../audit/store-sqlite";
import { beginAnewIfOlder } from "../backup/older-copy";
import { claimFile } from "../config/claim";
import { lockFolder, SIGN_OUTS_STORED, STORE_FILES } from "../config/files";
import { sqliteOutbox } from "../conversation/outbox";
import { sqliteSeenChats } from "../conversation/seen";
import { openDatabase, type Database } from "../database";
import { outageLog } from "../log";
import { endLeases, sqliteStore } from "../operations/store-sqlite";
import { sqliteWishes } from "../protection/store";
import { containerEnds } from "../session/ends";
import { processLastKnown } from "../session/last-known";
import { sqliteRegister } from "../session/register";
import { sqliteRevoked } from "../session/revoked";
import { processArrivals } from "../statement/arrivals";
import { closingOf, type Opening, type Stores } from "./stores";

/**
 * The stores of one container, in `DATA_DIR`. One process opens them first: it has the folder, migrates the files and finds
 * what an earlier run has left. Its workers join, and SQLite orders what they write.
 * @throws ConfigError if a file belongs to another market or operator
 * @throws Error if a file cannot be opened, because another process has it
 */
export function openFiles({ config, now, log, trailIn, bus, joins }: Opening): Stores {
  const lock = joins ? null : lockFolder(config.dataDir);
  const opened: Database[] = [];
  const close = () => {
    for (const database of opened) database.close();
    lock?.release();
  };
  const open = (name: string) => {
    const database = openDatabase(join(config.dataDir, name), { durable: true });
    opened.push(database);
    if (!joins) claimFile(database, config.owner, name);
    return database;
  };
  try {
    const operations = open(STORE_FILES.operations);
    const sessions = open(STORE_FILES.sessions);
    const audit = open(STORE_FILES.audit);
    if (!joins && beginAnewIfOlder({ operations, sessions, audit }, now()))
      log.warn({ file: STORE_FILES.operations }, "an older copy of the operations was put back");
    const outage = outageLog(log, { away: "SQLite fails", back: "SQLite works again" });
    const trail = trailIn(sqliteAudit(audit, { keepMs: config.auditKeepMs }));
    return {
      operations: sqliteStore(operations, { ...closingOf(config), now, observe: trail.observe, joins }),
      trail,
      revoked: sqliteRevoked(sessions, now, log, join(config.dataDir, SIGN_OUTS_STORED), joins),
      register: sqliteRegister(sessions, now),
      ends: containerEnds(bus),
      lastKnown: processLastKnown(now, bus),
      arrivals: processArrivals(now, bus),
      outbox: sqliteOutbox(sessions, now),
      seenChats: sqliteSeenChats(sessions, now, outage),
      wishes: sqliteWishes(sessions),
      redis: null,
      outage,
      reach: async () => [operations, sessions].map((database) => database.get("SELECT 1")),
      processEnded: (pid) => endLeases(operations, pid),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw error;
  }
}
