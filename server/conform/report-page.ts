import { escapeHtml } from "../http/plain-page";
import { READ_TIMEOUT_MS } from "../operator/endpoint";
import type { Finding } from "./calls";
import type { Report } from "./check";

const STYLE =
  "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}" +
  "table{width:100%;border-collapse:collapse}th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8888;text-align:left}";

const table = (head: string[], rows: string[][]) => {
  const cells = (row: string[], tag: "th" | "td") => row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("");
  return `<table><tr>${cells(head, "th")}</tr>${rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</table>`;
};

const section = (title: string, content: string) => `<h2>${title}</h2>${content}`;

function findings(title: string, found: Finding[]): string {
  const rows = found.map(({ call, path, expected, received }) => [call, path || "(answer)", expected, received]);
  const head = ["Call", "Field", "Expected", "Received"];
  return section(title, rows.length > 0 ? table(head, rows) : "<p>None.</p>");
}

function spentSection({ lags, left }: NonNullable<Report["spent"]>): string {
  const rows = Object.entries(lags).map(([step, ms]) => [step, `${ms} ms`]);
  return [
    section("Shown after the answer", table(["Step", "Lag"], rows)),
    ...left.map((one) => `<p><strong>Left behind: ${escapeHtml(one)}</strong></p>`),
  ].join("\n");
}

/** The report as one page of HTML that needs nothing else. @param run which operator was asked, and when */
export function reportPage(report: Report, { origin, at }: { origin: string; at: Date }): string {
  const { fit, calls, notTried, misfits, tolerated, slowest, p95, spent } = report;
  const skipped = Object.entries(notTried);
  const times = Object.entries(slowest).map(([call, ms]) => [call, `${ms} ms`]);
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>Conformance report</title><style>${STYLE}</style><h1>${fit.length} of ${calls} calls fit</h1>`,
    `<p>${escapeHtml(origin)}, ${at.toISOString()}. ${skipped.length} were not tried.</p>`,
    findings("Misfits", misfits),
    findings("Tolerated", tolerated),
    section("Slowest answers", `<p>95 % came within ${p95} ms; a read waits ${READ_TIMEOUT_MS} ms.</p>`),
    table(["Call", "Slowest"], times),
    ...(spent ? [spentSection(spent)] : []),
    section("Not tried", `${table(["Call", "Why"], skipped)}</html>\n`),
  ].join("\n");
}
