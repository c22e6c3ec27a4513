import { join } from "node:path";
import { openDatabase } from "../database";
import { makeFolder } from "./folder";

/** The product's SQLite files in `DATA_DIR`; the sandbox has its own. */
export const STORE_FILES = {
  operations: "operations.sqlite",
  sessions: "sessions.sqlite",
  audit: "audit.sqlite",
} as const;

/** What a store begins anew at its next start when it may have forgotten something. */
export const BEGUN_ANEW = {
  [STORE_FILES.operations]: "DELETE FROM epoch",
  [STORE_FILES.sessions]: "DELETE FROM list",
} as const;

/** Exists while `sessions.sqlite` has all sign-outs. */
export const SIGN_OUTS_STORED = "sign-outs-stored";

/**
 * Makes this process the only one that writes to the folder, until `release` or its end; creates the folder. The lock is
 * a file of its own, so that other processes can read the data.
 * @throws SQLITE_BUSY if another process has the folder
 */
export function lockFolder(folder: string): { release(): void } {
  makeFolder(folder);
  const lock = openDatabase(join(folder, "lock.sqlite"), { exclusive: true });
  return { release: () => lock.close() };
}
