import type { Locale } from "../../../server/config/config";
import type { StatementRow } from "../../../server/operator/contract/statement";
import type { Translate } from "~/i18n";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import type { Tone } from "~/ui/alert";
import type { IconName } from "~/ui/icon";
import { MINUS, type Sign } from "~/lib/money";
import { placeName, type GameNames } from "~/features/receipt/words";
import type { TextKey } from "~/ui/request";

/** A movement; its time may be serialised. */
type Row = Omit<StatementRow, "createdAt">;

interface Sentence {
  title: string;
  /** Further text after the time. */
  detail: string | null;
  icon: IconName;
  sign?: Exclude<Sign, "">;
  /** Colour of the icon if the movement succeeded. */
  tone?: Tone;
}

export interface Language {
  t: Translate;
  locale: Locale;
  games: GameNames;
}

type Kind = Row["statementType"];

/** Label of each type of movement. */
export const TYPE_TEXT: Record<Kind, TextKey> = {
  deposit: "statement:deposit",
  withdraw: "statement:withdraw",
  transfer: "statement:transfer",
  bonus: "statement:bonus",
  finish_bonus: "statement:bonusFinished",
  other: "statement:other",
};

/** Label of each status. */
export const STATUS_TEXT: Record<Row["status"], TextKey> = {
  SUCCESS: "common:success",
  FAILED: "common:failed",
  PENDING: "common:pending",
};

const LOOK: Record<Kind, Pick<Sentence, "icon" | "sign" | "tone">> = {
  deposit: { icon: "deposit", sign: "+", tone: "good" },
  bonus: { icon: "bonus", sign: "+", tone: "play" },
  finish_bonus: { icon: "check" },
  withdraw: { icon: "withdraw", sign: MINUS },
  transfer: { icon: "transfer" },
  other: { icon: "statement" },
};

const SOURCES = {
  bonus: { text: "statement:bonus", finished: "statement:bonusFinished", icon: "bonus" },
  promotion: { text: "statement:promotion", finished: "statement:promotionFinished", icon: "bonus" },
  invite: { text: "statement:invite", finished: "statement:inviteFinished", icon: "invite" },
  refund: { text: "statement:refund", finished: "statement:refundFinished", icon: "refund" },
  luckydraw: { text: "statement:luckydraw", finished: "statement:luckydrawFinished", icon: "spin" },
} as const satisfies Record<string, { text: TextKey; finished: TextKey; icon: IconName }>;

const FAILED: Partial<Record<Kind, TextKey>> = {
  deposit: "statement:depositFailed",
  withdraw: "statement:withdrawReturned",
  transfer: "statement:transferFailed",
};

/** The texts and icon that show a movement to the member. */
export function describe(row: Row, language: Language): Sentence {
  const { t } = language;
  const source = sourceOf(row);
  const look = LOOK[row.statementType];
  const title = titleOf(row, language);
  const failed = row.status === "FAILED" && FAILED[row.statementType];
  const about = failed || (row.statementType === "finish_bonus" && "statement:finishedAmount");
  const details = [about ? t(about) : null, source?.description].filter((text) => text && text !== title);
  const icon = row.statementType === "bonus" && source ? SOURCES[source.name].icon : look.icon;
  return { ...look, icon, title, detail: details.join(" · ") || null };
}

/** The name of a source or target of money. The main wallet is just "wallet", so that two names fit one line. */
export function nameOf(code: string | null, language: Language): string | null {
  const games = { ...language.games, [MAIN_WALLET]: language.t("statement:wallet") };
  return code ? placeName(code, { ...language, games }) : null;
}

function titleOf(row: Row, language: Language) {
  const { t } = language;
  const from = nameOf(row.from, language);
  const to = nameOf(row.to, language);
  const source = sourceOf(row);
  switch (row.statementType) {
    case "deposit":
      return from ? t("statement:depositFrom", { from }) : t("statement:deposit");
    case "withdraw":
      return to ? t("statement:withdrawTo", { to }) : t("statement:withdraw");
    case "transfer":
      return from && to ? t("statement:transferBetween", { from, to }) : t("statement:transfer");
    case "bonus":
      return t(source ? SOURCES[source.name].text : "statement:bonus");
    case "finish_bonus":
      return t(source ? SOURCES[source.name].finished : "statement:bonusFinished");
    case "other":
      return t("statement:other");
  }
}

/** The source of a bonus, and the operator's description of it: HTML, shown as plain text. */
function sourceOf(row: Row) {
  for (const name of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
    const source = row[name];
    if (source) return { name, description: source.description.replace(/<[^>]*>/g, " ").trim() };
  }
  return null;
}
