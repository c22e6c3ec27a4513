import { plainLines } from "~/lib/plain-text";
import type { Bonus } from "./availability";

/** The name of a bonus: the first words of its banners, or else its code. */
export const titleOf = ({ code, banners }: Pick<Bonus, "code" | "banners">) =>
  banners.flatMap(({ html }) => plainLines(html))[0] ?? code;
