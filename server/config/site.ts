import type { BrandLink } from "../brand/file";
import type { Scheme } from "../brand/palette";
import type { HowtoVideos } from "./howto";
import type { ContactSettings } from "./content";
import type { Currency, Market, TimeZone } from "./config";

/** What pages show of a brand; the stylesheet has its colours. Null: the product's own. */
export interface SiteBrand {
  name: string;
  /** Addresses of the pictures. */
  logo: string | null;
  favicon: { href: string; type: string } | null;
  /** Colours behind the hub pages' top bar: in the light and in the dark scheme. */
  clothTops: [light: string, dark: string] | null;
  theme: Scheme | "system";
  links: BrandLink[];
}

/** Settings of the deployment that pages use. */
export interface Site {
  market: Market;
  publicOrigin: string;
  timeZone: TimeZone;
  sandbox: boolean;
  /** Origin of the sandbox's desk; null if pages must not link it. */
  deskOrigin: string | null;
  appVersion: string;
  operatorName: string;
  /** Null: the look of the product itself. */
  brand: SiteBrand | null;
  licenceText: string;
  /** Whom people can call whose playing causes trouble. */
  helplines: { name: string; phone: string }[];
  minAge: number;
  currencies: Currency[];
  /** Origins that pages may load the operator's pictures from; `https://*.cdn.example` is every host of a domain. */
  imageHosts: string[];
  /** The same for videos. */
  mediaHosts: string[];
  /** Origin that relative addresses of files in the chat belong to; empty: there is none. */
  chatMedia: string;
  /** Whether browsers can hear the operator's chat by a socket. */
  chatSocket: boolean;
  phoneDigits: 10 | null;
  fpQrMinimum: number;
  /** When slips are not accepted, `HH:mm` in the market's zone; used if the operator does not say. */
  slipClosed: { from: string; to: string } | null;
  laos: boolean;
  howto: HowtoVideos;
  contact: ContactSettings;
  /** Whether gift links can be sent, which needs `TRUELINK_SECRET`. */
  giftLinks: boolean;
  /** A withdrawal asks for a password that was given longer ago than these milliseconds; 0: it never asks. */
  withdrawPasswordAfterMs: number;
  /** The call that withdrawals use; `withdrawAll` collects the money of all games first. */
  withdrawCall: "withdraw" | "withdrawAll";
}
