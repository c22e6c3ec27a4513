import Libsql from "libsql";

export type SqlValue = string | number | bigint | null | Uint8Array;

/** One SQLite file. Every call is synchronous: a statement has happened when the call returns. */
export interface Database {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  run(sql: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  /** Several statements without parameters. */
  exec(sql: string): void;
  /**
   * Runs `work` in one write transaction: committed when it returns, undone when it throws.
   * Inside another call of `atomically` it is a savepoint of that transaction.
   */
  atomically<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens `file`, or a database in memory with `":memory:"`, in WAL mode with foreign keys on.
 * `durable`: a commit survives a power cut (synchronous=FULL), at the price of one fsync each.
 * `exclusive`: no second process may open the file while this one has it; throws SQLITE_BUSY when another has.
 */
export function openDatabase(file: string, options: { durable?: boolean; exclusive?: boolean } = {}): Database {
  const connection = new Libsql(file);
  connection.exec(`PRAGMA busy_timeout = ${options.exclusive ? 0 : 5000}`);
  connection.exec("PRAGMA journal_mode = WAL");
  connection.exec(`PRAGMA synchronous = ${options.durable ? "FULL" : "NORMAL"}`);
  connection.exec("PRAGMA foreign_keys = ON");
  if (options.exclusive) {
    // The lock is taken now, not at the first write. Reading first keeps the WAL index shared, so that it can be let go.
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
    // Values go as one list: the driver takes a lone `null` or `Uint8Array` for an object of named values.
    // `all` rather than the driver's `get`: that one adds a `_metadata` column and leaves the statement open.
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
      // The driver's `close` waits for the garbage collector to let go of statements; the lock must not.
      if (options.exclusive) {
        connection.exec("PRAGMA locking_mode = NORMAL");
        connection.exec("SELECT count(*) FROM sqlite_schema");
      }
      connection.close();
    },
  };
  return database;
}

/**
 * Brings the schema up to date: `steps[n]` takes it from version n to n + 1, and the file remembers its version.
 * Steps are only ever appended. Throws when the file was written by a newer program.
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
