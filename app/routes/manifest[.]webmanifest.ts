import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { soft } from "~/actions";
import { htmlLang } from "~/i18n";

const HOUR_SECONDS = 3600;

/** What an installed app is called and looks like: the operator's name, in the market's language. */
export async function loader({ context }: LoaderFunctionArgs) {
  const info = await soft(context.operator.lookupInfo()).catch(() => undefined);
  const { brand, operatorName } = context.site;
  const name = brand?.name ?? (info?.name || operatorName);
  const icon = brand?.favicon ?? { href: "/favicon.svg", type: "image/svg+xml" };
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
    icons: [{ src: icon.href, sizes: "any", type: icon.type, purpose: "any" }],
  };
  const headers = {
    "Content-Type": "application/manifest+json; charset=utf-8",
    "Cache-Control": `public, max-age=${HOUR_SECONDS}`,
  };
  return json(manifest, { headers });
}
