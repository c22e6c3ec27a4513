import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import Libsql from "libsql";

export type SqlValue = string | number | bigint | null | Uint8Array;

/** A SQLite database. All calls are synchronous. */
export interface Database {
  /** Returns the first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  run(sql: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  /** Runs several statements without parameters. */
  exec(sql: string): void;
  /**
   * Runs `work` in a write transaction: commits when it returns, rolls back when it throws.
   * Inside another call of `atomically` it is a savepoint.
   */
  atomically<T>(work: () => T): T;
  close(): void;
}

export interface OpenDatabaseOptions {
  /** Commits survive a power failure (synchronous=FULL), which costs an fsync each. */
  durable?: boolean;
  /** No other process can open the file. */
  exclusive?: boolean;
  /** Writing fails. The file must exist. */
  readOnly?: boolean;
}

/**
 * Opens `file`, or an in-memory database with `":memory:"`, in WAL mode with foreign keys on. Only this user can read
 * the file. While one process writes, others can read.
 * @throws SQLITE_BUSY with `exclusive`, if another process has the file open
 */
export function openDatabase(file: string, options: OpenDatabaseOptions = {}): Database {
  if (file !== ":memory:" && !options.readOnly) makePrivate(file);
  const connection = new Libsql(file);
  connection.exec(`PRAGMA busy_timeout = ${options.exclusive ? 0 : 5000}`);
  if (options.readOnly) connection.exec("PRAGMA query_only = ON");
  else connection.exec("PRAGMA journal_mode = WAL");
  connection.exec(`PRAGMA synchronous = ${options.durable ? "FULL" : "NORMAL"}`);
  connection.exec("PRAGMA foreign_keys = ON");
  if (options.exclusive) {
    // Takes the lock now, not at the first write. Reading first keeps the WAL index shared, so that the lock can be
    // released.
    connection.exec("SELECT count(*) FROM sqlite_schema");
    connection.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
  }

  const prepared = new Map<string, Libsql.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement: Libsql.Statement<unknown[]> = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  let depth = 0;

  const database: Database = {
    // Values are passed as one array: the driver takes a single `null` or `Uint8Array` for an object of named values.
    // The driver's `get` is not used: it adds a `_metadata` column and leaves the statement open.
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(values)[0] as Row | undefined,
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(values) as Row[],
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(values);
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
    exec: (sql) => void connection.exec(sql),
    atomically: (work) => {
      const [begin, commit, undo] =
        depth === 0
          ? ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"]
          : [`SAVEPOINT s${depth}`, `RELEASE s${depth}`, `ROLLBACK TO s${depth}; RELEASE s${depth}`];
      connection.exec(begin);
      depth += 1;
      try {
        const result = work();
        connection.exec(commit);
        return result;
      } catch (error) {
        if (connection.inTransaction) connection.exec(undo);
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => {
      prepared.clear();
      // The driver's `close` keeps the lock until its statements are garbage-collected, so it is released here.
      if (options.exclusive) {
        connection.exec("PRAGMA locking_mode = NORMAL");
        connection.exec("SELECT count(*) FROM sqlite_schema");
      }
      connection.close();
    },
  };
  return database;
}

/** SQLite gives the files that it adds (`-wal`, `-shm`) the rights of the database. */
function makePrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  for (const end of ["", "-wal", "-shm"]) if (existsSync(file + end)) chmodSync(file + end, 0o600);
}

/**
 * Migrates the schema: `steps[n]` goes from version n to n + 1; the version is stored in the file. New steps are
 * appended.
 * @throws Error if the file has a newer version than this program
 */
export function migrate(database: Database, steps: readonly string[]): void {
  const version = database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (version > steps.length)
    throw new Error(`The database has version ${version}, this program knows ${steps.length}.`);
  steps.slice(version).forEach((step, index) =>
    database.atomically(() => {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + index + 1}`);
    }),
  );
}
