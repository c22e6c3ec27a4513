import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { nearestReadable, paletteOf, unreadable, type Palette, type Scheme } from "./palette";
import { readPicture, type Picture } from "./picture";

/** A picture under an address that has the hash of its content. */
export interface BrandPicture extends Picture {
  href: string;
}

export interface BrandLink {
  href: string;
  text: { th: string; la: string; en: string };
}

/** How this deployment looks and is called. */
export interface Brand {
  name: string;
  logo: BrandPicture | null;
  favicon: BrandPicture | null;
  palette: Record<Scheme, Palette> | null;
  cloth: boolean;
  theme: Scheme | "system";
  links: BrandLink[];
}

const Colour = z
  .string("expected a colour")
  .regex(/^#[\da-f]{6}$/i, "expected a colour such as #1c4f7e")
  .transform((colour) => colour.toLowerCase());
const text = (most: number) => z.string("expected a text").trim().min(1).max(most);
const isHttps = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.protocol === "https:" && !url.username && !url.password;
};
const FilePicture = z.string("expected a file name, or an SVG").min(1);

const Content = z.strictObject({
  name: text(40),
  logo: FilePicture.optional(),
  favicon: FilePicture.optional(),
  accent: z.strictObject({ light: Colour, dark: Colour }).optional(),
  cloth: z.boolean("expected true or false").default(true),
  theme: z.enum(["system", "light", "dark"]).default("system"),
  links: z
    .array(
      z.strictObject({
        href: z.string("expected a text").refine(isHttps, "expected an https address"),
        text: z.strictObject({ th: text(60), la: text(60), en: text(60) }),
      }),
    )
    .max(4)
    .default([]),
});

const SETTING = "BRAND_FILE";

/** The brand of `BRAND_FILE`, or null without one, and the faults in it. Pictures are files beside it, or SVG in it. */
export function readBrand({ BRAND_FILE: file }: { BRAND_FILE?: string }): { brand: Brand | null; faults: string[] } {
  if (file === undefined) return { brand: null, faults: [] };
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const more = error instanceof SyntaxError ? "" : " that can be read";
    return { brand: null, faults: [`${SETTING}: expected a JSON file${more}`] };
  }
  const parsed = Content.safeParse(content);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => at(path.join(".") || "the top", message));
    return { brand: null, faults };
  }
  const { accent, logo, favicon, ...rest } = parsed.data;
  const faults: string[] = [];
  const picture = (name: string, source: string | undefined) => {
    try {
      return source === undefined ? null : pictureOf(source, dirname(file));
    } catch (error) {
      faults.push(at(name, (error as Error).message));
      return null;
    }
  };
  const icon = picture("logo", logo);
  if (accent) faults.push(...(["light", "dark"] as const).flatMap((scheme) => colourFaults(accent[scheme], scheme)));
  const brand: Brand = {
    ...rest,
    logo: icon,
    favicon: favicon === undefined ? icon : picture("favicon", favicon),
    palette: accent ? { light: paletteOf(accent.light, "light"), dark: paletteOf(accent.dark, "dark") } : null,
  };
  return { brand: faults.length > 0 ? null : brand, faults };
}

const at = (path: string, message: string) => `${SETTING}: at ${path}: ${message}`;

function pictureOf(source: string, folder: string): BrandPicture {
  const picture = readPicture(source.trimStart().startsWith("<") ? Buffer.from(source) : fileBytes(source, folder));
  const hash = createHash("sha256").update(picture.bytes).digest("hex").slice(0, 12);
  return { ...picture, href: `/assets/brand-${hash}.${picture.type === "image/png" ? "png" : "svg"}` };
}

function fileBytes(name: string, folder: string): Buffer {
  try {
    return readFileSync(resolve(folder, name));
  } catch {
    throw new Error("expected a file that can be read");
  }
}

function colourFaults(accent: string, scheme: Scheme): string[] {
  const [worst] = unreadable(accent, scheme);
  if (!worst) return [];
  const { front, back, needs, ratio } = worst;
  const nearest = nearestReadable(accent, scheme);
  const found = Math.floor(ratio * 100) / 100;
  const advice = nearest ? `; the nearest colour that passes is ${nearest}` : "";
  return [
    at(
      `accent.${scheme}`,
      `expected a contrast of ${needs} for ${front} on ${back}, found ${found.toFixed(2)}${advice}`,
    ),
  ];
}
