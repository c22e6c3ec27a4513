import { PNG } from "pngjs";
import sanitize from "sanitize-html";

const SVG_BYTES = 16_384;
const PNG_BYTES = 65_536;
const PNG_SIDE = 512;
const INTERLACED_AT = 28;

/** Elements and attributes that only draw. What can load, run, animate or style by rules is not among them. */
const ELEMENTS = [
  ...["svg", "g", "defs", "title", "desc", "path", "circle", "ellipse", "line", "polygon", "polyline", "rect"],
  ...["linearGradient", "radialGradient", "stop", "clipPath", "mask"],
];
const ATTRIBUTES = [
  ...["xmlns", "viewBox", "width", "height", "id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d"],
  ...["points", "fx", "fy", "transform", "fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "opacity"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-dasharray", "stroke-miterlimit", "clip-path"],
  ...["clip-rule", "mask", "offset", "stop-color", "stop-opacity", "gradientUnits", "gradientTransform"],
  ...["clipPathUnits", "maskUnits", "preserveAspectRatio"],
];
const SVG_SPACE = "http://www.w3.org/2000/svg";
/** An address, but for a part of the same drawing; `\` writes one in another spelling. */
const ADDRESS = /url\s*\((?!\s*#[\w-]+\s*\))|\\|[a-z]:|\/\//i;

export interface Picture {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer;
}

/**
 * Checks a logo or icon and returns it as pages may have it.
 * @throws Error that says what is expected
 */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.subarray(1, 4).toString("latin1") === "PNG") return { type: "image/png", bytes: checkedPng(bytes) };
  return { type: "image/svg+xml", bytes: Buffer.from(checkedSvg(bytes)) };
}

function checkedPng(bytes: Buffer): Buffer {
  const tooLarge = `expected a PNG of ${PNG_BYTES / 1024} kB and ${PNG_SIDE} by ${PNG_SIDE} pixels at most`;
  if (bytes.length > PNG_BYTES || bytes.length < INTERLACED_AT + 1) throw new Error(tooLarge);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (Math.max(width, height) > PNG_SIDE || Math.min(width, height) === 0) throw new Error(tooLarge);
  // The decoder inflates an interlaced picture without a limit.
  if (bytes[INTERLACED_AT] !== 0) throw new Error("expected a PNG that is not interlaced");
  let decoded: PNG;
  try {
    decoded = PNG.sync.read(bytes);
  } catch {
    throw new Error("expected a PNG that can be read");
  }
  // Drawn again, it has nothing but its pixels.
  return PNG.sync.write(decoded);
}

/** Refuses instead of cleaning: a logo that lost a part would look wrong, and nobody would know why. */
function checkedSvg(bytes: Buffer): string {
  if (bytes.length > SVG_BYTES) throw new Error(`expected an SVG of ${SVG_BYTES / 1024} kB at most`);
  const text = bytes
    .toString("utf8")
    .replace(/^\uFEFF?\s*<\?xml\s[^>]*\?>/, "")
    .trim();
  if (!/^<svg[\s>]/.test(text) || !text.endsWith("</svg>")) throw new Error("expected an SVG or a PNG");
  if (/<[!?]|&/.test(text))
    throw new Error("expected an SVG without comments, entities, declarations and instructions");
  const refused = new Set<string>();
  const check = (tagName: string, attribs: sanitize.Attributes) => {
    if (!ELEMENTS.includes(tagName)) refused.add(`<${tagName.slice(0, 20)}>`);
    for (const [name, value] of Object.entries(attribs)) {
      const fits = name === "xmlns" ? value === SVG_SPACE : !ADDRESS.test(value);
      if (!ATTRIBUTES.includes(name) || !fits) refused.add(name.slice(0, 20));
    }
    return { tagName, attribs };
  };
  const clean = sanitize(text, {
    allowedTags: ELEMENTS,
    allowedAttributes: { "*": ATTRIBUTES },
    allowedSchemes: [],
    nestingLimit: 12,
    parseStyleAttributes: false,
    parser: { xmlMode: true },
    transformTags: { "*": check },
  });
  if (refused.size > 0) throw new Error(`expected an SVG that only draws, without ${[...refused].sort().join(", ")}`);
  if (!/^<svg[^>]* viewBox="/.test(clean)) throw new Error("expected an SVG with a viewBox");
  return clean.trim();
}
