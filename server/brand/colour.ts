/** A colour of sRGB, each part from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Of `#rrggbb`. */
export const rgbOf = (hex: string): Rgb =>
  hex
    .slice(1)
    .match(/../g)!
    .map((part) => parseInt(part, 16) / 255) as unknown as Rgb;

export const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** `share` of the first colour, from 0 to 1, over the second one. */
export const mix = (over: string, under: string, share: number) => {
  const below = rgbOf(under);
  return hexOf(rgbOf(over).map((part, index) => part * share + below[index]! * (1 - share)) as unknown as Rgb);
};

const luminance = (hex: string) => {
  const [red, green, blue] = rgbOf(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Hue in degrees; saturation and lightness from 0 to 1. */
export function hslOf(hex: string): [hue: number, saturation: number, lightness: number] {
  const [red, green, blue] = rgbOf(hex);
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [light, span] = [(high + low) / 2, high - low];
  if (span === 0) return [0, 0, light];
  const sixth =
    high === red ? (green - blue) / span : high === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return [(sixth * 60 + 360) % 360, span / (1 - Math.abs(2 * light - 1)), light];
}

export function ofHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (at: number) => {
    const turn = (at + hue / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  };
  return hexOf([part(0), part(8), part(4)]);
}
