import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Refusal } from "../config/command";
import type { StoreOwner } from "../config/namespace";

/** The first line of a backup. */
export interface Header {
  format: 1;
  store: "sqlite" | "redis";
  owner: StoreOwner;
  /** ISO 8601. */
  madeAt: string;
}

/** Part of a file, or a key of Redis; `data` is base64. */
export type Entry = { file: string; data: string } | { key: string; expiresAt: number | null; data: string };

/** The last line. Without it a backup is not whole. */
interface End {
  entries: number;
}

/**
 * Writes a backup: gzipped JSON lines. It gets its name when it is whole; only this user can read it.
 * @throws Refusal if it cannot be written, or the name is taken
 */
export async function writeArchive(file: string, header: Header, entries: AsyncIterable<Entry>): Promise<number> {
  if (existsSync(file)) throw new Refusal("cannotCreate", "--to: this file exists already; choose another name.");
  const part = `${file}.part`;
  let count = 0;
  async function* lines() {
    yield `${JSON.stringify(header)}\n`;
    for await (const entry of entries) {
      count += 1;
      yield `${JSON.stringify(entry)}\n`;
    }
    yield `${JSON.stringify({ entries: count } satisfies End)}\n`;
  }
  // Only what is thrown while the file is opened or written is about the file; the entries have errors of their own.
  const output = createWriteStream(part, { mode: 0o600, flags: "w", flush: true });
  let fault: NodeJS.ErrnoException | null = null;
  output.on("error", (error: NodeJS.ErrnoException) => (fault ??= error.syscall ? error : null));
  try {
    await once(output, "open");
    await pipeline(Readable.from(lines()), createGzip(), output);
    renameSync(part, file);
    return count;
  } catch (error) {
    rmSync(part, { force: true });
    if (fault) throw new Refusal("cannotCreate", `--to: the file cannot be written (${(error as Error).message}).`);
    throw error;
  }
}

const broken = () => new Refusal("data", "--from: this is no whole backup of this program.");

async function* linesOf(file: string): AsyncGenerator<unknown> {
  const input = createReadStream(file);
  const text = input.pipe(createGunzip());
  input.on("error", (error) => text.destroy(error));
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield JSON.parse(line);
    // An error may come after the last line, when nobody waits for a line.
    if (text.errored) throw text.errored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall)
      throw new Refusal("noInput", "--from: this file cannot be read; is the name right?");
    throw error instanceof SyntaxError || (error as NodeJS.ErrnoException).code ? broken() : error;
  } finally {
    input.destroy();
    text.destroy();
  }
}

/** The entries of a backup. @throws Refusal if it is not whole: read it once before anything depends on it */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  let seen = 0;
  let end: End | null = null;
  for await (const line of linesOf(file)) {
    if (end) throw broken();
    seen += 1;
    if (seen === 1) continue;
    const entry = line as Entry | End;
    if ("entries" in entry) end = entry;
    else yield entry;
  }
  if (!end || end.entries !== seen - 2) throw broken();
}

/**
 * Reads a whole backup and returns its header.
 * @throws Refusal if it cannot be used for this store of this owner
 */
export async function checkArchive(file: string, expected: Pick<Header, "store" | "owner">): Promise<Header> {
  const lines = linesOf(file);
  const { value } = await lines.next();
  await lines.return(undefined);
  const header = value as Partial<Header> | undefined;
  if (header?.format !== 1) throw broken();
  for await (const _entry of entriesOf(file));
  if (header.store !== expected.store)
    throw new Refusal("data", `--from: this backup is of ${NAMES[header.store!]}, but REDIS_URL says otherwise.`);
  if (header.owner?.market !== expected.owner.market || header.owner.operator !== expected.owner.operator)
    throw new Refusal("data", "--from: this backup belongs to another market or operator.");
  return header as Header;
}

const NAMES = { sqlite: "SQLite files", redis: "Redis" };
