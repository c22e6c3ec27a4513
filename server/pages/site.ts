import type { Config } from "../config/config";
import type { Brand } from "../brand/file";
import type { Site } from "../context";

/** The settings that pages may use. */
const SITE_SETTINGS = [
  "market",
  "publicOrigin",
  "timeZone",
  "sandbox",
  "deskOrigin",
  "appVersion",
  "operatorName",
  "licenceText",
  "helplines",
  "minAge",
  "currencies",
  "imageHosts",
  "mediaHosts",
  "chatMedia",
  "phoneDigits",
  "fpQrMinimum",
  "slipClosed",
  "laos",
  "howto",
  "contact",
  "withdrawCall",
  "withdrawPasswordAfterMs",
] as const satisfies readonly (keyof Config)[];

const shown = ({ name, logo, favicon, palette, theme, links }: Brand): Site["brand"] => ({
  name,
  logo: logo && logo.href,
  favicon: favicon && { href: favicon.href, type: favicon.type },
  clothTops: palette && [palette.light["--cloth-top"]!, palette.dark["--cloth-top"]!],
  theme,
  links,
});

const SITES = new WeakMap<Config, Site>();

/** The settings of a deployment that pages use; made once. */
export function siteOf(config: Config): Site {
  const known = SITES.get(config);
  if (known) return known;
  const settings = Object.fromEntries(SITE_SETTINGS.map((name) => [name, config[name]])) as Pick<
    Config,
    (typeof SITE_SETTINGS)[number]
  >;
  const site: Site = {
    ...settings,
    brand: config.brand && shown(config.brand),
    giftLinks: config.truelinkSecret !== null,
    chatSocket: config.operatorChatUrl !== null,
  };
  SITES.set(config, site);
  return site;
}
