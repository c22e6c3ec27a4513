import type { AppLoadContext } from "@remix-run/node";
import { translator } from "~/i18n";
import type { Locale } from "../../../server/config/config";
import type { HowtoName } from "../../../server/config/howto";
import type { Site } from "../../../server/context";

/** The guides in the order of the page. `word`: their part of the keys of their texts. */
export const GUIDES = [
  { name: "wallet", word: "Wallet", icon: "wallet" },
  { name: "play", word: "Play", icon: "video" },
  { name: "balance", word: "Balance", icon: "coin" },
  { name: "bonus", word: "Bonus", icon: "bonus" },
  { name: "cancel-bonus", word: "CancelBonus", icon: "close" },
] as const satisfies { name: HowtoName; word: string; icon: string }[];

export type Guide = (typeof GUIDES)[number];

/** The steps of the app's own text. */
const STEPS = [1, 2, 3, 4] as const;

/** A paragraph of the transcript. `at`: seconds from the begin of the video; null if that does not follow the text. */
export interface Step {
  at: number | null;
  title: string;
  text: string;
}

/** @throws Response 404 if there is no guide with this name */
export function guideOf(name: string | undefined): Guide {
  const guide = GUIDES.find((one) => one.name === name);
  if (!guide) throw new Response(null, { status: 404 });
  return guide;
}

/** What a video says, in a language: the operator's words for it, or the app's. */
export function stepsOf({ name, word }: Guide, { howto }: Pick<Site, "howto">, locale: Locale): Step[] {
  const video = howto[name];
  if (video?.steps) return video.steps[locale];
  const t = translator(locale);
  return STEPS.map((step, index) => ({
    at: video?.times?.[index] ?? null,
    title: t(`howto:step${word}${step}`),
    text: t(`howto:text${word}${step}`),
  }));
}

/** The data of the page of a guide. */
export function guidePage({ site, locale, assets }: AppLoadContext, name: string | undefined) {
  const guide = guideOf(name);
  const video = site.howto[guide.name] ?? null;
  const { src, poster, width, height } = video ?? {};
  const t = translator(locale);
  const next = GUIDES[GUIDES.indexOf(guide) + 1] ?? null;
  return {
    ...guide,
    heading: t(`howto:title${guide.word}`),
    steps: stepsOf(guide, site, locale),
    next,
    // Lite pages load no pictures.
    video: video && { src: src!, poster: assets.lite ? undefined : poster, width, height },
    ...sizesOf(video),
    nextLength: next && sizesOf(site.howto[next.name] ?? null).length,
  };
}

/** Length as `m:ss` and size of a video as members read them. */
export const sizesOf = (video: { seconds: number; bytes: number } | null) => ({
  length: video && clockOf(video.seconds),
  size: video && sizeOf(video.bytes),
});

/** Seconds as `m:ss`. */
export const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Bytes as what a plan of mobile data counts: 300 kB, 2.5 MB. */
export const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
