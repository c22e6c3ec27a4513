import { existsSync } from "node:fs";
import { join } from "node:path";
import { optionsOf, Refusal, type Command } from "../config/command";
import type { Config, TimeZone } from "../config/config";
import { STORE_FILES } from "../config/files";
import { withRedis } from "../config/redis";
import { openDatabase } from "../database";
import { readReference } from "../operations/reference";
import type { AuditLine, AuditQuery } from "./line";
import { linesInRedis } from "./store-redis";
import { linesInFile } from "./store-sqlite";
import { readTime, textOfTime } from "./times";

const USAGE =
  "npm run audit -- --member ID | --reference REFERENCE [--since TIME] [--until TIME] [--json], " +
  'where TIME is such as 2026-11-22, "2026-11-22 14:03" or 14:03';

const OPTIONS = { member: "value", reference: "value", since: "value", until: "value", json: "flag" } as const;

/** Prints what happened to a member's operations. It only reads, also while the product runs. */
export const audit: Command = async (args, settings, print) => {
  const { json, ...asked } = optionsOf(args, OPTIONS, USAGE);
  if (!asked.member && !asked.reference)
    throw new Refusal("usage", `A member or a reference is missing. Usage: ${USAGE}`);
  const config = settings();
  const lines = await find(config, queryOf(asked, config.timeZone));
  if (json) for (const line of lines) print(JSON.stringify(jsonOf(line)));
  else if (lines.length === 0) print("Nothing was found.");
  else for (const row of table(lines, config.timeZone)) print(row);
};

function queryOf(asked: Partial<Record<keyof typeof OPTIONS, string>>, timeZone: TimeZone): AuditQuery {
  const time = (name: "since" | "until") => {
    const text = asked[name];
    if (text === undefined) return undefined;
    const found = readTime(text, timeZone, Date.now());
    if (!found) throw new Refusal("usage", `--${name} is no time. Usage: ${USAGE}`);
    return name === "since" ? found.first : found.last;
  };
  return {
    memberId: asked.member?.trim(),
    reference: asked.reference && (readReference(asked.reference) ?? asked.reference.trim()),
    since: time("since"),
    until: time("until"),
  };
}

async function find({ redisUrl, namespace, dataDir }: Config, query: AuditQuery): Promise<AuditLine[]> {
  if (redisUrl) return withRedis(redisUrl, namespace, "audit", (redis) => linesInRedis(redis, query));
  const file = join(dataDir, STORE_FILES.audit);
  if (!existsSync(file)) throw new Refusal("noInput", "DATA_DIR: there is no audit trail in this folder.");
  const database = openDatabase(file, { readOnly: true });
  try {
    return linesInFile(database, query);
  } finally {
    database.close();
  }
}

const jsonOf = ({ at, ...line }: AuditLine) => ({ kind: "audit", time: new Date(at).toISOString(), ...line });

const AMOUNT = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });

const COLUMNS: Record<string, (line: AuditLine, timeZone: TimeZone) => string | null> = {
  TIME: ({ at }, timeZone) => textOfTime(at, timeZone),
  STEP: ({ step }) => step,
  STATE: ({ state }) => state,
  REASON: ({ code }) => code,
  OPERATION: ({ operation }) => operation,
  AMOUNT: ({ amount, currency }) =>
    amount === null ? null : `${AMOUNT.format(amount / 100)} ${currency ?? ""}`.trim(),
  REFERENCE: ({ reference }) => reference,
  MEMBER: ({ memberId }) => memberId,
  REQUEST: ({ requestId }) => requestId,
  NETWORK: ({ network }) => network,
  INSTANCE: ({ instance }) => instance,
};

function table(lines: AuditLine[], timeZone: TimeZone): string[] {
  const cells = lines.map((line) => Object.values(COLUMNS).map((cell) => cell(line, timeZone) ?? "-"));
  const rows = [Object.keys(COLUMNS), ...cells];
  const widths = Object.keys(COLUMNS).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
