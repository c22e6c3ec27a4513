import type { RawSettings } from "./settings";

/** Ways to reach support. Null: the setting is missing. */
export interface ContactSettings {
  text: string | null;
  /** An account on LINE. */
  line: { name: string; href: string } | null;
}

/** What pages show, and the hosts they may load content from. */
export const contentOf = (raw: RawSettings) => ({
  operatorName: raw.OPERATOR_NAME ?? "Sandbox Wallet",
  licenceText: raw.LICENCE_TEXT ?? "Sandbox licence 000-000",
  helplines: raw.HELPLINES ?? [{ name: "Sandbox helpline", phone: "1323" }],
  contact: { text: raw.CONTACT_TEXT ?? null, line: raw.CONTACT_LINE ?? null },
  imageHosts: raw.IMAGE_HOSTS,
  mediaHosts: raw.MEDIA_HOSTS,
});
