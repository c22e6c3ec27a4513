import type { Leg, OpView } from "../../../server/operations/types";

/** What a member has now, in minor units; null where it could not be read. */
interface Games {
  games: { code: string; amount: number | null }[];
}

/**
 * The steps of an operation. While the row of a step may still appear, a game that has as much as before tells that
 * nothing was taken from it.
 */
export function legsNow({ legs, before, state }: OpView, holdings: Games | null): Leg[] {
  if (state !== "rejected") return legs;
  const isFull = (code: string | null) => {
    const now = holdings?.games.find((game) => game.code === code)?.amount;
    return code !== null && now !== null && now !== undefined && now > 0 && now === before[code];
  };
  return legs.map((leg) => (leg.state === "open" && isFull(leg.from) ? { ...leg, state: "not" } : leg));
}
