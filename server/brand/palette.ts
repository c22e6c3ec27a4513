import { contrast, hslOf, mix, ofHsl } from "./colour";

export type Scheme = "light" | "dark";

/** The colours of a brand in one scheme, by the names of the design tokens that they replace. */
export type Palette = Record<string, string>;

/** What accents lie on, of the design tokens; a unit test compares them with app/styles/tokens.css. */
export const GROUNDS: Record<Scheme, Palette> = {
  light: {
    "--color-page": "#f6f4ef",
    "--color-surface": "#ffffff",
    "--color-sunken": "#edeae2",
    "--color-ink": "#13202b",
    "--color-good-tint": "#e1f2e7",
    "--color-bad-tint": "#fbe7e4",
    "--color-warn-tint": "#fdeadd",
    "--color-focus": "#0b62b8",
    "--cloth-ink": "#fdfbf6",
    "--cloth-muted": "#d3e3ee",
    "--cloth-play": "#f9cd80",
  },
  dark: {
    "--color-page": "#0c141c",
    "--color-surface": "#15202b",
    "--color-sunken": "#0f1922",
    "--color-ink": "#f3efe7",
    "--color-good-tint": "#12301f",
    "--color-bad-tint": "#3b1a17",
    "--color-warn-tint": "#33231a",
    "--color-focus": "#f7c46c",
    "--cloth-ink": "#fdfbf6",
    "--cloth-muted": "#d3e3ee",
    "--cloth-play": "#f9cd80",
  },
};

/** Text needs 4.5, the ring of the focus and the parts of controls 3. `--thread`: where two threads of the cloth cross. */
const PAIRS: readonly (readonly [front: string, back: string, needs: number])[] = [
  ...["page", "surface", "sunken", "good-tint", "bad-tint", "warn-tint", "brand-tint"].map(
    (ground) => ["--color-brand", `--color-${ground}`, 4.5] as const,
  ),
  ...["page", "surface", "sunken"].map((ground) => ["--color-brand-press", `--color-${ground}`, 4.5] as const),
  ["--color-on-brand", "--color-brand", 4.5],
  ["--color-on-brand", "--color-brand-press", 4.5],
  ["--color-ink", "--color-brand-tint", 4.5],
  ["--color-focus", "--color-brand-tint", 3],
  ...["top", "mid", "end"].flatMap((part) => [
    ["--cloth-ink", `--cloth-${part}`, 4.5] as const,
    ["--cloth-play", `--cloth-${part}`, 3] as const,
  ]),
  ["--cloth-ink", "--thread", 4.5],
  ["--cloth-muted", "--cloth-mid", 4.5],
];

/** How much lighter a pressed button is, and how much of the accent a tint has. */
const STEPS: Record<Scheme, { press: number; tint: number; on: number }> = {
  light: { press: -0.08, tint: 0.1, on: 1 },
  dark: { press: 0.08, tint: 0.16, on: 0.1 },
};

/** The cloth is dark in both schemes, so that its texts can stay; of a strong hue less than of a pale one. */
const CLOTH: Record<Scheme, readonly number[]> = { light: [0.18, 0.23, 0.25], dark: [0.14, 0.18, 0.2] };
const PARTS = ["--cloth-top", "--cloth-mid", "--cloth-end"];
const MOST_SATURATED = 0.6;
/** Two threads, each as strong as in app/ui/cloth.css. */
const thread = (cloth: string) => mix("#ffffff", mix("#ffffff", cloth, 0.1), 0.1);
const DARKER = 0.005;

function clothOf(accent: string, scheme: Scheme): Palette {
  const [hue, saturation] = hslOf(accent);
  const ink = GROUNDS[scheme]["--cloth-ink"]!;
  const part = (light: number): string => {
    const colour = ofHsl(hue, Math.min(saturation, MOST_SATURATED), light);
    return contrast(ink, thread(colour)) >= 4.6 ? colour : part(light - DARKER);
  };
  return Object.fromEntries(PARTS.map((name, index) => [name, part(CLOTH[scheme][index]!)]));
}

/** All colours that follow from an accent (`#rrggbb`). */
export function paletteOf(accent: string, scheme: Scheme): Palette {
  const [hue, saturation, light] = hslOf(accent);
  const { press, tint, on } = STEPS[scheme];
  return {
    "--color-brand": accent,
    "--color-brand-press": ofHsl(hue, saturation, Math.min(1, Math.max(0, light + press))),
    "--color-brand-tint": mix(accent, GROUNDS[scheme]["--color-surface"]!, tint),
    "--color-on-brand": ofHsl(hue, Math.min(saturation, MOST_SATURATED), on),
    ...clothOf(accent, scheme),
  };
}

interface Unreadable {
  front: string;
  back: string;
  needs: number;
  ratio: number;
}

/** The pairs of colours that cannot be told apart well enough, the worst one first. */
export function unreadable(accent: string, scheme: Scheme): Unreadable[] {
  const palette = paletteOf(accent, scheme);
  const all: Palette = { ...GROUNDS[scheme], ...palette, "--thread": thread(palette["--cloth-end"]!) };
  return PAIRS.map(([front, back, needs]) => ({ front, back, needs, ratio: contrast(all[front]!, all[back]!) }))
    .filter(({ ratio, needs }) => ratio < needs)
    .sort((one, other) => one.ratio / one.needs - other.ratio / other.needs);
}

const SHADES = 1000;

/** The colour of the same hue and the nearest lightness whose pairs are all readable; null: there is none. */
export function nearestReadable(accent: string, scheme: Scheme): string | null {
  const [hue, saturation, light] = hslOf(accent);
  for (let step = 1; step <= SHADES; step++)
    for (const shade of [light - step / SHADES, light + step / SHADES]) {
      if (shade < 0 || shade > 1) continue;
      const colour = ofHsl(hue, saturation, shade);
      if (unreadable(colour, scheme).length === 0) return colour;
    }
  return null;
}
