import { decimal, formatShort } from "~/lib/money";
import { useT } from "./request";

interface Props {
  /** Minor units. */
  amounts: readonly number[];
  /** Text of the button for the whole balance. */
  all?: string;
  /** They send the form with their amount; otherwise they only fill it in. */
  sends?: boolean;
  disabled?: boolean;
}

/**
 * Buttons with amounts. Each one submits the form, so they work without scripts; Enter never presses them.
 */
export function Presets({ amounts, all, sends, disabled }: Props) {
  const t = useT();
  return (
    <div
      className="choices"
      role="group"
      aria-label={t("common:chooseAmount")}
      data-columns={all ? "auto" : "thirds"}
      data-sends={sends ? "" : undefined}
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="submit"
          name="preset"
          value={decimal(amount).replace(/\.00$/, "")}
          formNoValidate
          disabled={disabled}
        >
          {formatShort(amount)}
        </button>
      ))}
      {all && (
        <button type="submit" name="preset" value="all" formNoValidate disabled={disabled}>
          {all}
        </button>
      )}
    </div>
  );
}
