/** What a browser says of itself, as far as a member would say it; null: not known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The first that fits counts: browsers also name those that they are like. */
const BROWSERS: [RegExp, string][] = [
  [/\bLine\//, "LINE"],
  [/\bFB(AN|AV)\//, "Facebook"],
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOP[RTX]\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Longer ones are no browser's. */
const MAX_LENGTH = 512;

/** Reads a User-Agent coarsely: enough to know one's own phone, too little to recognise a browser by. */
export function deviceOf(userAgent: string | undefined): Device {
  const text = (userAgent ?? "").slice(0, MAX_LENGTH);
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
