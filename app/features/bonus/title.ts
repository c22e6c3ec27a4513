import type { AppLoadContext } from "@remix-run/node";
import { plainLines } from "~/lib/plain-text";
import type { Bonus } from "./availability";

/** The name of a bonus: the first words of its banners as `markup` cleans them, or else its code. */
export const titleOf = ({ code, banners }: Pick<Bonus, "code" | "banners">, markup: AppLoadContext["markup"]) =>
  banners.flatMap(({ html }) => plainLines(markup(html)))[0] ?? code;
