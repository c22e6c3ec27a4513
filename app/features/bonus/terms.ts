import type { Translate } from "~/i18n";
import type { TextKey } from "~/ui/request";
import type { Bonus } from "./availability";

const TEXTS: Record<Bonus["type"], [one: TextKey, more: TextKey]> = {
  limit: ["bonus:limitOne", "bonus:limitMore"],
  day: ["bonus:dayOne", "bonus:dayMore"],
  week: ["bonus:weekOne", "bonus:weekMore"],
};

/** How often a bonus can be received: `Once a day`. */
export function howOften({ type, maxReceived }: Pick<Bonus, "type" | "maxReceived">, t: Translate) {
  const [one, more] = TEXTS[type];
  return t(maxReceived === 1 ? one : more, { number: String(maxReceived) });
}
