import { formWith } from "./html";
import type { Desk } from "./desk";
import type { Answer, Visitor } from "./visitor";

/** Gives a member a coin and spins it. `prize`: minor units, 0 for a thing, null for none. @returns the result's page */
export async function spun(desk: Desk, member: Visitor, phone: string, prize: number | null): Promise<Answer> {
  await desk.giveCoins(phone, 1);
  await desk.nextPrize(phone, prize);
  const form = formWith((await member.get("/user/spin")).text, ["k"]);
  if (!form) throw new Error("The wheel cannot be spun");
  return member.post("/user/spin", form.values);
}

/** The pages that a prize leads to, from the result of its spin. */
export async function prizePages(member: Visitor, result: Answer): Promise<Answer[]> {
  const linked = (page: Answer, path: RegExp) => {
    const [, href] = path.exec(page.text) ?? [];
    if (!href) throw new Error(`${page.path} (${page.status}) has no link like ${path}`);
    return member.get(href);
  };
  const prize = await linked(result, /href="(\/user\/spin\/prize\/[^"]+)"/);
  return [prize, await linked(prize, /href="(\/user\/spin\/coupons\/claim\?coupon=[^"]+)"/)];
}
