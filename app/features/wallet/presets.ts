import type { Currency } from "../../../server/context";

/** The amounts that money forms offer, by the member's currency; minor units. */
export const PRESETS: Record<Currency, readonly number[]> = {
  BAHT: [100_00, 500_00, 1_000_00],
  LAK: [50_000_00, 100_000_00, 500_000_00],
};
