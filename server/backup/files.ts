import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { addLinesFrom } from "../audit/store-sqlite";
import { checkFile } from "../config/claim";
import { Refusal } from "../config/command";
import { ConfigError, type Config } from "../config/config";
import { BEGUN_ANEW, lockFolder, STORE_FILES } from "../config/files";
import type { StoreOwner } from "../config/namespace";
import { openDatabase, type Database } from "../database";
import type { Entry } from "./archive";

const CHUNK_BYTES = 1_048_576;

/**
 * The stores in `DATA_DIR`, each as it is at one moment; they may be in use. Copies are made beside `target`.
 * @throws Refusal if there is nothing to back up
 */
export async function* filesIn({ dataDir, owner }: Config, target: string): AsyncGenerator<Entry> {
  const names = Object.values(STORE_FILES).filter((name) => existsSync(join(dataDir, name)));
  if (names.length === 0) throw new Refusal("noInput", "DATA_DIR: there are no stores in this folder.");
  const folder = mkdtempSync(join(dirname(target), ".backup-"));
  try {
    for (const file of names) {
      const database = openDatabase(join(dataDir, file));
      const copy = join(folder, file);
      try {
        checkFile(database, owner, file);
        database.run("VACUUM INTO ?", copy);
      } finally {
        database.close();
      }
      for await (const chunk of createReadStream(copy, { highWaterMark: CHUNK_BYTES }))
        yield { file, data: (chunk as Buffer).toString("base64") };
      rmSync(copy);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Replaces the stores in `DATA_DIR`. Audit lines that are there stay: they are the trace of what the restore undoes.
 * @throws Refusal if the product runs
 * @throws ConfigError if the stores belong to another market or operator
 */
export async function restoreFiles({ dataDir, owner }: Config, entries: AsyncIterable<Entry>): Promise<void> {
  const lock = lockOrRefuse(dataDir);
  const folder = mkdtempSync(join(dataDir, ".restore-"));
  try {
    for (const name of Object.values(STORE_FILES)) refuseForeign(join(dataDir, name), owner, name);
    const names = await unpack(entries, folder);
    for (const name of names) beginAnew(join(folder, name), (BEGUN_ANEW as Record<string, string>)[name]);
    for (const name of names) {
      const [copy, file] = [join(folder, name), join(dataDir, name)];
      if (name === STORE_FILES.audit && existsSync(file)) mergeLines(file, copy);
      else replace(file, copy, join(folder, `${name}.replaced`));
    }
    sync(dataDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

function mergeLines(file: string, copy: string): void {
  try {
    addLinesFrom(file, copy);
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? "")) throw error;
    throw new Refusal("data", `DATA_DIR: ${STORE_FILES.audit} is damaged. Move it away, then restore again.`);
  }
}

function lockOrRefuse(folder: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new Refusal("busy", "The product is running on this DATA_DIR. Stop it, then restore.");
  }
}

/** A file that cannot be read is no reason to refuse: it may be why there is a restore. */
function refuseForeign(file: string, owner: StoreOwner, name: string): void {
  if (!existsSync(file)) return;
  let database: Database | null = null;
  try {
    database = openDatabase(file, { readOnly: true });
    checkFile(database, owner, name);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
  } finally {
    database?.close();
  }
}

/** Writes the files of a backup to `folder`. Returns their names. */
async function unpack(entries: AsyncIterable<Entry>, folder: string): Promise<string[]> {
  const known: readonly string[] = Object.values(STORE_FILES);
  const open = new Map<string, number>();
  try {
    for await (const entry of entries) {
      // A backup names no other file, so a forged one cannot either.
      if (!("file" in entry) || !known.includes(entry.file)) continue;
      const { file, data } = entry;
      if (!open.has(file)) open.set(file, openSync(join(folder, file), "wx", 0o600));
      writeSync(open.get(file)!, Buffer.from(data, "base64"));
    }
  } finally {
    for (const descriptor of open.values()) closeSync(descriptor);
  }
  return [...open.keys()];
}

function beginAnew(file: string, sql: string | undefined): void {
  const database = openDatabase(file, { durable: true });
  try {
    if (sql) database.run(sql);
    // Everything into the one file that is moved.
    database.exec("PRAGMA journal_mode = DELETE");
  } finally {
    database.close();
  }
  sync(file);
}

/** After a crash in between the store is missing, and the product starts a new one, which is safe. */
function replace(file: string, copy: string, old: string): void {
  if (existsSync(file)) renameSync(file, old);
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  renameSync(copy, file);
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
