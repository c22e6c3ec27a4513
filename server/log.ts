import { setTimeout as wait } from "node:timers/promises";
import pino, { type DestinationStream, type Logger } from "pino";
import SonicBoom from "sonic-boom";

/** A log. Values belong in `facts`; `message` is a constant text. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The log of the process, which also has `fatal` and `child`. */
export type ProcessLog = Logger;

const SECRET =
  /^(authorization|cookie|set-cookie|password|oldPassword|newPassword|confirmPassword|token|bearer|otp(Code|Token)?|bankAccountNo|link|k|_t)$/i;
const PHONE = /^(username|phone|phoneNumber)$/i;
/** Secrets and phone numbers that are recognisable in any text. */
const BEARER = /Bearer\s+[\w.~+/=-]+/g;
/** Thai and Lao mobile numbers, and those with a country code. */
const PHONE_TEXT = /(?<!\d)(?:0\d{7,9}|20\d{6}|\+\d{8,12})(\d{2})(?!\d)/g;
const MAX_DEPTH = 6;

/** `0812345678` → `********78`. */
export const maskPhone = (phone: string) => phone.slice(0, -2).replace(/./g, "*") + phone.slice(-2);

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replace(BEARER, "Bearer [redacted]").replace(PHONE_TEXT, "********$1");
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[deep]";
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  if (value instanceof Error) {
    return {
      type: value.name,
      message: clean(value.message),
      stack: clean(value.stack),
      cause: clean(value.cause, depth + 1),
    };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (SECRET.test(key)) return [key, "[redacted]"];
      if (PHONE.test(key)) return [key, typeof item === "string" ? maskPhone(item) : "[redacted]"];
      return [key, clean(item, depth + 1)];
    }),
  );
}

/** Creates the log of the process: JSON lines, with secrets, account numbers and phone numbers removed at any depth. */
export function createLog(level: string, destination: DestinationStream): ProcessLog {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (facts) => clean(facts) as Record<string, unknown> },
    serializers: { err: (err) => err },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg: unknown) => (typeof arg === "string" ? clean(arg) : arg)) as typeof args);
      },
    },
  };
  return pino(options, destination);
}

/** Bytes of lines that wait while they cannot be written. */
const MAX_WAITING = 1_048_576;
/** Time for the last lines, in milliseconds. */
const LAST_LINES_MS = 1000;

/** Where log lines go. */
export interface LogOutput extends DestinationStream {
  /** Writes what is waiting, for a second at most. */
  end(): Promise<void>;
}

/**
 * Standard output as a log that neither blocks nor fails. While nothing can be written (disk full, terminal gone, a
 * reader that stands still) lines wait, up to a megabyte; further ones are dropped and counted, and the count is written
 * as a line of its own when writing works again.
 */
export function logOutput(): LogOutput {
  // `pino.destination` would write once more when the process exits, and wait for ever if that fails.
  const output = new SonicBoom({ fd: 1, sync: false, maxLength: MAX_WAITING });
  let lost = 0;
  let ending = false;
  output.on("error", () => {});
  output.on("drop", () => (lost += 1));
  output.on("drain", () => {
    if (lost === 0) return;
    const line = { level: "warn", time: new Date().toISOString(), lost, msg: "log lines lost" };
    lost = 0;
    output.write(`${JSON.stringify(line)}\n`);
  });
  return {
    write: (line) => {
      if (!ending) output.write(line);
    },
    async end() {
      ending = true;
      const written = new Promise((resolve) => void output.once("close", resolve));
      output.end();
      await Promise.race([written, wait(LAST_LINES_MS)]);
    },
  };
}

/** Something that the app needs and that can go away. */
export interface Outage {
  failed(error: unknown): void;
  works(): void;
}

/** Logs the beginning and the end of an outage, once each, however many requests and retries notice it. */
export function outageLog(log: Log, texts: { away: string; back: string }): Outage {
  let since: number | null = null;
  return {
    failed(error) {
      if (since !== null) return;
      since = performance.now();
      log.error({ err: error }, texts.away);
    },
    works() {
      if (since === null) return;
      log.info({ afterMs: Math.round(performance.now() - since) }, texts.back);
      since = null;
    },
  };
}
