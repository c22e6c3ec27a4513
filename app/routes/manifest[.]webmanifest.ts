import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { soft } from "~/actions";
import { htmlLang } from "~/i18n";

const HOUR_SECONDS = 3600;

/** Drawn by `npm run app-icons`. Home screens of phones want them, in sizes of their own. */
const ICONS = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ...[192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any maskable",
  })),
];

/** What an installed app is called and looks like: the operator's name, in the market's language. */
export async function loader({ context }: LoaderFunctionArgs) {
  const info = await soft(context.operator.lookupInfo()).catch(() => undefined);
  const { brand, operatorName } = context.site;
  const name = brand?.name ?? (info?.name || operatorName);
  const isDark = brand?.theme === "dark";
  const manifest = {
    name,
    short_name: name,
    lang: htmlLang(context.site.market),
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: isDark ? "#0c141c" : "#f6f4ef",
    theme_color: brand?.clothTops?.[isDark ? 1 : 0] ?? "#0f3253",
    icons: brand?.favicon ? [{ src: brand.favicon.href, sizes: "any", type: brand.favicon.type }] : ICONS,
  };
  const headers = {
    "Content-Type": "application/manifest+json; charset=utf-8",
    "Cache-Control": `public, max-age=${HOUR_SECONDS}`,
  };
  return json(manifest, { headers });
}
