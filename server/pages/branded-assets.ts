import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Brand, BrandPicture } from "../brand/file";
import type { AssetFile, BuiltAssets } from "../services";

const DARK = /\(prefers-color-scheme:\s*dark\)/g;
const SCHEMES = { system: null, light: "not all", dark: "all" } as const;
const NO_CLOTH = ".cloth:before{display:none!important}";
const HASH_LENGTH = 10;

/** A stylesheet, or a part of one, with the colours of a brand in the place of the tokens'. */
export function brandedStyles(css: string, { palette, cloth, theme }: Brand): string {
  const colours = css.replace(/(--[\w-]+):\s*[^;}]+(?=[;}])/g, (whole: string, name: string, at: number) => {
    // The tokens of the dark scheme come after those of the light one.
    const scheme = css.slice(0, at).search(DARK) === -1 ? "light" : "dark";
    const value = palette?.[scheme][name];
    return value === undefined ? whole : `${name}:${value}`;
  });
  const query = SCHEMES[theme];
  const themed = query === null ? colours : colours.replace(DARK, query);
  return cloth || !/\.cloth\b/.test(themed) ? themed : themed + NO_CLOTH;
}

const brotli = (plain: Buffer) =>
  brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    },
  });

const packed = (type: string, plain: Buffer): AssetFile => ({ type, plain, br: brotli(plain), gzip: gzipSync(plain) });

const pictureFile = ({ type, bytes }: BrandPicture): AssetFile =>
  type === "image/png" ? { type, plain: bytes, br: null, gzip: null } : packed(type, bytes);

/**
 * The assets of a build with the colours and pictures of a brand. Done once at the start, in the styles themselves: a page
 * weighs the same, loads nothing more, and nothing flashes. Without a brand they are those of the build.
 */
export function brandedAssets(built: BuiltAssets, brand: Brand | null): BuiltAssets {
  if (!brand) return built;
  const files = new Map(built.files);
  for (const picture of [brand.logo, brand.favicon]) if (picture) files.set(picture.href, pictureFile(picture));
  // In development the styles change all the time.
  if (!built.pages) {
    for (const [href, file] of files) if (!built.files.has(href)) built.files.set(href, file);
    const { css } = built;
    return Object.create(built, {
      css: {
        value: {
          ...css,
          get text() {
            return brandedStyles(css.text, brand);
          },
        },
      },
    }) as BuiltAssets;
  }
  const text = brandedStyles(built.css.text, brand);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
  const href = `/assets/styles-${hash}.css`;
  files.delete(built.css.href);
  files.set(href, packed("text/css; charset=utf-8", Buffer.from(text)));
  const pages = new Map([...built.pages].map(([page, own]) => [page, { ...own, css: brandedStyles(own.css, brand) }]));
  return { ...built, css: { href, hash, text }, pages, files };
}
