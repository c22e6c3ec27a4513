import { writeFileSync } from "node:fs";
import { optionsOf, Refusal, type Command } from "../config/command";
import type { Finding } from "./calls";
import { checkOperator } from "./check";
import { reportPage } from "./report-page";

const USAGE =
  "npm run conform -- --url URL --member PHONE [--market th|la] [--marker TEXT] [--writes] [--json] [--html FILE]";
const OPTIONS = {
  url: "value",
  member: "value",
  market: "value",
  marker: "value",
  writes: "flag",
  json: "flag",
  html: "value",
} as const;

/** Said before anything is sent. */
const NOTICE =
  "This moves 1.00 from the member's main wallet to a game and back, and makes and cancels a QR code of 100.00.\n";

/** Both markets have the same zone. */
const OFFSET = { th: "+07:00", la: "+07:00" };

/**
 * Compares an operator with the contract. The exit code is 1 if a call does not fit.
 * @param readPassword reads the member's password; undefined if nobody can be asked
 */
export const conform =
  (readPassword: () => Promise<string | undefined>): Command =>
  async (args, _settings, print) => {
    const {
      url = "",
      member = "",
      market = "th",
      marker = "wallet-user",
      writes,
      json,
      html,
    } = optionsOf(args, OPTIONS, USAGE);
    if (!URL.canParse(url) || !member || !(market in OFFSET))
      throw new Refusal("usage", `A URL, a member or a market is missing. Usage: ${USAGE}`);
    if (writes) process.stderr.write(NOTICE);
    const password = await readPassword();
    if (!password) throw new Refusal("usage", "CONFORM_PASSWORD: the member's password is missing.");
    const target = {
      url,
      marker,
      offset: OFFSET[market as keyof typeof OFFSET],
      username: member,
      password,
      writes: Boolean(writes),
    };
    const report = await checkOperator(target).catch((error: unknown) => {
      throw new Refusal("data", error instanceof Error ? error.message : "The operator could not be asked.");
    });
    if (report.misfits.length > 0) process.exitCode = 1;
    if (html) writeFileSync(html, reportPage(report, { origin: new URL(url).origin, at: new Date() }));
    if (json) return print(JSON.stringify(report));
    const shown = ({ call, path, expected, received }: Finding) =>
      `  ${call} ${path || "(answer)"}: expected ${expected}, received ${received}`;
    for (const [title, findings] of [
      ["Misfits", report.misfits],
      ["Tolerated", report.tolerated],
    ] as const)
      if (findings.length > 0) [`${title}:`, ...findings.map(shown)].forEach((line) => print(line));
    print(`95 % of the answers came within ${report.p95} ms`);
    if (report.spent) {
      const { lags, left } = report.spent;
      print("Shown after the answer:");
      for (const [step, ms] of Object.entries(lags)) print(`  ${step}: ${ms} ms`);
      for (const one of left) print(`LEFT BEHIND: ${one}`);
    }
    const notTried = Object.entries(report.notTried);
    print("Not tried:");
    for (const [call, why] of notTried) print(`  ${call}: ${why}`);
    print(`${report.fit.length} of ${report.calls} calls fit, ${notTried.length} were not tried`);
  };
