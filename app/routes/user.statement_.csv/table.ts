import type { TimeZone } from "../../../server/config/config";
import type { Currency } from "../../../server/config/config";
import type { StatementRow } from "../../../server/operator/contract/statement";
import { isoTime, offsetOf } from "~/lib/dates";
import { decimal, moneyParts, type Sign } from "~/lib/money";
import { describe, nameOf, STATUS_TEXT, TYPE_TEXT, type Language } from "~/features/statement/text";

interface Options extends Language {
  zone: TimeZone;
  currency: Currency;
  /** The last line: how much of the statement was read. */
  coverage: string;
}

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";
const END = "\r\n";

/** Movements as CSV for spreadsheets, in the member's language. */
export function statementCsv(rows: StatementRow[], options: Options): string {
  const { t, zone, currency, coverage } = options;
  const head = [
    t("statement:csvTime", { zone: `${zone}, UTC${offsetOf(zone)}` }),
    t("statement:type"),
    t("statement:description"),
    t("common:from"),
    t("common:to"),
    t("common:amount"),
    t("statement:currency"),
    t("common:status"),
  ];
  const lines = rows.map((row) => {
    const { title, detail, sign } = describe(row, options);
    return [
      cell(isoTime(row.createdAt, zone).slice(0, 19).replace("T", " ")),
      cell(t(TYPE_TEXT[row.statementType])),
      cell(detail ? `${title} · ${detail}` : title),
      cell(nameOf(row.from, options) ?? ""),
      cell(nameOf(row.to, options) ?? ""),
      // A signed number is not a formula, so it is not escaped.
      signed(row.amount, sign),
      cell(currency),
      cell(t(STATUS_TEXT[row.status])),
    ];
  });
  const table = [head.map(cell), ...lines, [cell(`# ${coverage}`)]];
  return BYTE_ORDER_MARK + table.map((line) => line.join(",") + END).join("");
}

/** An amount with an ASCII sign, which spreadsheets read as a number. */
function signed(minor: number, ofKind?: Sign): string {
  const { sign } = moneyParts(minor, ofKind);
  return (sign === "+" ? "+" : sign && "-") + decimal(Math.abs(minor));
}

/** Escapes the text of a cell. An apostrophe is added before texts that a spreadsheet would run as a formula. */
export function cell(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
