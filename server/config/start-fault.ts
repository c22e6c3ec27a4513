import { basename, resolve, sep } from "node:path";
import { NotConnected, REFUSED } from "./redis";

/** What errors carry when the system, SQLite or Redis refuses something. */
interface Failure {
  code: string;
  name: string;
  message: string;
  syscall?: string;
  port?: number;
  path?: string;
  /** What Redis was asked to do. */
  command?: { name: string };
}

export type PortSetting = "PORT" | "SANDBOX_PORT" | "METRICS_PORT";

/** What the start was doing. */
export interface StartStep {
  /** The setting of the port that was being opened. */
  portSetting?: PortSetting;
  /** The folder of the data; without it, errors of the file system are somebody else's. */
  dataDir?: string;
}

/** What is known about a failure beside the error itself. */
interface Facts {
  portSetting: PortSetting;
  /** The file system has refused `DATA_DIR`, or something in it. */
  inFolder: boolean;
  /** There was no connection to Redis yet. */
  connecting: boolean;
}

type Fault = [
  when: (failure: Failure, facts: Facts) => boolean,
  fault: string | ((failure: Failure, facts: Facts) => string),
];

const UNWRITABLE = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_CANTOPEN|SQLITE_READONLY\w*)$/;
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;
const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** What the client of Redis says about a connection that is lost, or hangs. */
const NO_REDIS =
  /^(Connection is closed|None of startup nodes is available|Failed to refresh slots cache|Command timed out|Socket timeout|Stream isn't writeable|Reached the max retries)\b/;
const NO_TLS = /^EPROTO$|^ERR_(SSL|TLS)_|CERT|SIGNATURE/;

const codeIs = (pattern: RegExp) => (failure: Failure) => pattern.test(failure.code);
const says = (pattern: RegExp) => (failure: Failure) => pattern.test(failure.message);
const inFolder =
  (pattern: RegExp) =>
  ({ code }: Failure, facts: Facts) =>
    facts.inFolder && pattern.test(code);

/** Only of Redis: a path in another error can have such a word in it. */
const replies =
  (pattern: RegExp) =>
  ({ name, message }: Failure, { connecting }: Facts) =>
    (connecting || name === "ReplyError") && pattern.test(message);

/** Ports. A socket in `DATA_DIR` has none. */
const PORT_FAULTS: Fault[] = [
  [
    ({ code, port = 0 }) => code === "EADDRINUSE" && port > 0,
    ({ port }, { portSetting }) => `${portSetting}: another program listens on ${port}; choose another port`,
  ],
  [
    ({ code, syscall, port = 0 }) => code === "EACCES" && syscall === "listen" && port > 0,
    ({ port }, { portSetting }) => `${portSetting}: this user may not listen on ${port}; choose a port from 1024`,
  ],
  [codeIs(/^EADDRNOTAVAIL$/), "HOST: this machine has no such address"],
];

const FOLDER_FAULTS: Fault[] = [
  [
    codeIs(/^(SQLITE_BUSY|EADDRINUSE)$/),
    "DATA_DIR: another process uses this folder; stop it, or choose another folder",
  ],
  [codeIs(FULL), "DATA_DIR: the disk is full; make room, or choose another folder"],
  [
    codeIs(/^SQLITE_(NOTADB|CORRUPT)$/),
    "DATA_DIR: a database in this folder is damaged; restore a backup, or choose another folder",
  ],
  [
    codeIs(/^SQLITE_IOERR\w*$/),
    "DATA_DIR: reading or writing in this folder fails; look at its disk and the room on it, or choose another folder",
  ],
  [codeIs(UNWRITABLE), "DATA_DIR: this user cannot write to this folder; change its rights, or choose another folder"],
  [
    inFolder(/^ENOENT$/),
    "DATA_DIR: this folder or a file in it cannot be made, as a link leads nowhere or the place takes no files; choose another folder",
  ],
  [inFolder(/^ELOOP$/), "DATA_DIR: a link in this path leads to itself; correct it, or choose another folder"],
  [inFolder(/^ENAMETOOLONG$/), "DATA_DIR: this path is too long; choose a shorter path"],
  [
    inFolder(/EISDIR$/),
    ({ path }) =>
      `DATA_DIR: ${path ? basename(path) : "a file"} in this folder is a folder itself; move it away, or choose another folder`,
  ],
  [
    says(/^ConnectionFailed\(/),
    "DATA_DIR: SQLite cannot open a file in this folder; choose a shorter path, or another folder",
  ],
  [
    says(/^The database has version /),
    "DATA_DIR: a newer version of this program has written to this folder; start that version, or restore a backup",
  ],
  [says(/^The sandbox's file /), ({ message }) => `DATA_DIR: ${message}`],
  [
    inFolder(/^SQLITE_/),
    ({ message }) =>
      `DATA_DIR: SQLite cannot use a database in this folder (${message}); restore a backup, or choose another folder`,
  ],
  [
    inFolder(/./),
    ({ code }) => `DATA_DIR: the system refuses this folder or a file in it with ${code}; choose another folder`,
  ],
];

const SILENT = "REDIS_URL: Redis does not answer there; start it, or correct the address";

const REDIS_FAULTS: Fault[] = [
  [({ code, message }) => UNREACHABLE.test(code) || NO_REDIS.test(message), SILENT],
  [
    replies(/^All sentinels .*\bNOAUTH\b/),
    "REDIS_URL: the Sentinels want a password, which only the servers can have; take it away there",
  ],
  [replies(REFUSED), "REDIS_URL: Redis refuses this user or password"],
  [
    replies(/\bREADONLY\b/),
    "REDIS_URL: Redis is a replica there, which takes no writes; give the address of the primary",
  ],
  [replies(/\bOOM\b/), "REDIS_URL: Redis' memory is full; set a larger `maxmemory` there"],
  [
    replies(/\bNOREPLICAS\b/),
    "REDIS_URL: Redis misses replicas; connect them, or set a smaller `min-replicas-to-write` there",
  ],
  [replies(/\bMISCONF\b/), "REDIS_URL: Redis cannot write to its disk; make room there, or see its log"],
  [
    replies(/\bDB index is out of range\b/),
    "REDIS_URL: Redis has no database of this number; choose a smaller number, or set a larger `databases` there",
  ],
  [replies(/\bmax number of clients\b/), "REDIS_URL: Redis has too many clients; set a larger `maxclients` there"],
  [says(/^Redis has /), ({ message }) => `REDIS_URL: ${message}`],
  [
    ({ name }) => name === "ReplyError",
    ({ message, command }) =>
      `REDIS_URL: Redis refuses ${command ? `the command ${command.name.toUpperCase()}` : "a command"} with ${/^\w*/.exec(message)![0]}; see its settings and its log`,
  ],
  [
    ({ code }, { connecting }) => connecting && NO_TLS.test(code),
    ({ code }) => `REDIS_URL: there is no TLS connection to Redis (${code}); correct the address, or its certificate`,
  ],
  [(_, { connecting }) => connecting, SILENT],
];

/** Errors at the start and the settings that are to blame, the most specific first. */
const FAULTS: Fault[] = [
  ...PORT_FAULTS,
  ...REDIS_FAULTS,
  ...FOLDER_FAULTS,
  [
    ({ code, message }) => code === "ERR_MODULE_NOT_FOUND" && message.includes("/sandbox.mjs"),
    "SANDBOX: this image has no sandbox operator; set OPERATOR_API_URL, or build the image's target `sandbox`",
  ],
];

/** Whether one of them is, or is in, the other: also a folder above `DATA_DIR` can be what is wrong. */
function isRelated(path: string, dataDir: string): boolean {
  const [one, other] = [path, dataDir].map((each) => resolve(each).replace(/\/*$/, sep)) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether the file system, or SQLite, has refused something of `DATA_DIR`. */
function refusesFolder({ code, syscall, port = 0 }: Failure, dataDir: string | undefined): boolean {
  if (dataDir === undefined) return false;
  if (code.startsWith("SQLITE_")) return true;
  if (syscall === "listen") return port <= 0;
  return syscall !== undefined && !/^(accept|bind|connect|getaddrinfo|spawn)\b/.test(syscall);
}

/** The setting behind an error at the start and what to do about it, in one sentence; null for other errors. */
export function startFault(error: unknown, { portSetting = "PORT", dataDir }: StartStep = {}): string | null {
  const connecting = error instanceof NotConnected;
  const thrown = ((connecting ? error.cause : error) ?? {}) as Partial<Failure>;
  const { name = "", message = "", syscall, port, path, command } = thrown;
  const failure = { code: String(thrown.code ?? ""), name, message, syscall, port, path, command };
  // A part of the program itself that is missing, for example.
  if (dataDir !== undefined && path !== undefined && !isRelated(path, dataDir)) return null;
  const facts = { portSetting, connecting, inFolder: refusesFolder(failure, dataDir) };
  const [, fault = null] = FAULTS.find(([when]) => when(failure, facts)) ?? [];
  return typeof fault === "function" ? fault(failure, facts) : fault;
}
