/** What errors carry when the system, SQLite or Redis refuses something. */
interface Failure {
  code: string;
  message: string;
  syscall?: string;
  port?: number;
}

export type PortSetting = "PORT" | "SANDBOX_PORT" | "METRICS_PORT";

const UNWRITABLE = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_CANTOPEN|SQLITE_READONLY\w*|SQLITE_IOERR\w*)$/;
const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const NO_REDIS = /^(Connection is closed|None of startup nodes is available|Failed to refresh slots cache)\b/;

/** Errors at the start and the settings that are to blame, the most specific first. */
const FAULTS: [when: (failure: Failure) => boolean, fault: (failure: Failure, portSetting: PortSetting) => string][] = [
  [
    ({ code }) => code === "EADDRINUSE",
    ({ port }, portSetting) => `${portSetting}: another program listens on ${port}; choose another port`,
  ],
  [
    // A socket in `DATA_DIR` has no port.
    ({ code, syscall, port = 0 }) => code === "EACCES" && syscall === "listen" && port > 0,
    ({ port }, portSetting) => `${portSetting}: this user may not listen on ${port}; choose a port from 1024`,
  ],
  [({ code }) => code === "EADDRNOTAVAIL", () => "HOST: this machine has no such address"],
  [
    ({ code }) => code === "SQLITE_BUSY",
    () => "DATA_DIR: another process uses this folder; stop it, or choose another folder",
  ],
  [
    ({ code }) => code === "SQLITE_FULL" || code === "ENOSPC",
    () => "DATA_DIR: the disk is full; make room, or choose another folder",
  ],
  [
    ({ code }) => code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT",
    () => "DATA_DIR: a database in this folder is damaged; restore a backup, or choose another folder",
  ],
  [
    ({ code }) => UNWRITABLE.test(code),
    () => "DATA_DIR: this user cannot write to this folder; change its rights, or choose another folder",
  ],
  [
    ({ code, message }) => UNREACHABLE.test(code) || NO_REDIS.test(message),
    () => "REDIS_URL: Redis does not answer there; start it, or correct the address",
  ],
  [
    ({ message }) => /\b(NOAUTH|WRONGPASS|NOPERM)\b/.test(message),
    () => "REDIS_URL: Redis refuses this user or password",
  ],
  [
    ({ code, message }) => code === "ERR_MODULE_NOT_FOUND" && message.includes("/sandbox.mjs"),
    () => "SANDBOX: this image has no sandbox operator; set OPERATOR_API_URL, or build the image's target `sandbox`",
  ],
  [({ message }) => message.startsWith("The sandbox's file "), ({ message }) => `DATA_DIR: ${message}`],
  [({ message }) => message.startsWith("Redis has "), ({ message }) => `REDIS_URL: ${message}`],
];

/**
 * The setting behind an error at the start and what to do about it, in one sentence; null for other errors.
 * @param portSetting the setting of the port that was being opened
 */
export function startFault(error: unknown, portSetting: PortSetting = "PORT"): string | null {
  const { code = "", message = "", syscall, port } = (error ?? {}) as Partial<Failure>;
  const failure = { code: String(code), message, syscall, port };
  const [, fault] = FAULTS.find(([when]) => when(failure)) ?? [];
  return fault ? fault(failure, portSetting) : null;
}
