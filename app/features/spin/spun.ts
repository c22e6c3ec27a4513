import { redirect, type AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { OpView } from "../../../server/operations/types";
import { readCoupons, type Coupon } from "./coupons";

/** What a spin has drawn. A spin whose answer was lost is found by its traces, and they may not tell the slice. */
export interface Drawn {
  code: string | null;
  label: string | null;
  /** Coins left just after it; null if the answer did not say. */
  coins: number | null;
}

export interface Spun {
  op: OpView;
  drawn: Drawn;
}

/** What the spin with this reference has drawn. @throws a redirect to its receipt until that is known, or 404 */
export async function readSpin({ operations }: AppLoadContext, id: string): Promise<Spun> {
  const op = await operations.view(id);
  if (op?.op !== "spin") throw new Response(null, { status: 404 });
  if (op.state !== "done") throw redirect(`/user/receipt/${op.id}`, 303);
  const output = (op.output ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const coins = typeof output.remainingCoin === "number" ? output.remainingCoin : null;
  return { op, drawn: { code: text(output.code), label: text(output.label), coins } };
}

/**
 * The coupon of a spin while it waits. Coupons do not name their spin: it is the one of this slice that was not there
 * before the spin, and was before the next one. Null: it does not wait; undefined: the coupons could not be read.
 */
export async function couponOf(context: AppLoadContext, { op, drawn }: Spun): Promise<Coupon | null | undefined> {
  const [coupons, spins] = await Promise.all([readCoupons(context), context.operations.recent("spin")]);
  const at = spins.findIndex(({ id }) => id === op.id);
  if (at < 0 || drawn.label === null) return null;
  const next = spins[at - 1];
  const isOwn = ({ id, slice }: Coupon) =>
    slice === drawn.label && !op.coupons.includes(id) && (!next || next.coupons.includes(id));
  return coupons ? (coupons.find(isOwn) ?? null) : undefined;
}

/** The active wheel and the member's coins; undefined if they could not be read. Without a wheel, `name` is null. */
export async function readWheel({ operator, markup }: AppLoadContext) {
  const setup = await soft(operator.spinSetup());
  if (!setup) return undefined;
  const { activeSpinwheel, userCoin } = setup.result;
  const wheel = activeSpinwheel && activeSpinwheel.slice.length > 0 ? activeSpinwheel : null;
  return {
    name: wheel?.name ?? null,
    slices: wheel?.slice.map((slice) => ({ ...slice, description: markup(slice.htmlDescription) })) ?? [],
    coins: Math.max(0, userCoin),
  };
}
