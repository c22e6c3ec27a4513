import { decimal, formatShort } from "~/lib/money";
import { useT } from "./request";

/**
 * Buttons that fill in the amount. Each one submits the form, so they work without scripts; Enter never presses them.
 */
export function Presets({ amounts, all }: { /** Minor units. */ amounts: number[]; all?: string }) {
  const t = useT();
  return (
    <div className="choices" role="group" aria-label={t("common:chooseAmount")}>
      {amounts.map((amount) => (
        <button key={amount} type="submit" name="preset" value={decimal(amount).replace(/\.00$/, "")} formNoValidate>
          {formatShort(amount)}
        </button>
      ))}
      {all && (
        <button type="submit" name="preset" value="all" formNoValidate>
          {all}
        </button>
      )}
    </div>
  );
}
