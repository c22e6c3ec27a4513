/**
 * The picture in an operator's QR markup as a `data:` URL for our own `<img>`, or null. The markup itself is never
 * used: a raster image must be plain base64, and an SVG is rebuilt from the few elements and attributes that a QR code
 * needs.
 */
export function imageIn(markup: string): string | null {
  if (markup.length > MAX_LENGTH) return null;
  const source = markup.replace(/^\ufeff/, "").trim();
  const address = sourceOfImage(source);
  const drawing = address === null ? source : drawingIn(address);
  if (drawing === null) return RASTER.test(address!) ? address : null;
  const svg = rebuild(drawing);
  return svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

const MAX_LENGTH = 400_000;

const RASTER =
  /^data:image\/(?:png|jpeg|gif|webp);base64,(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const ATTRIBUTE = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/y;
const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y;

interface Tag {
  name: string;
  attributes: [name: string, value: string][];
  closed: boolean;
  end: number;
}

/** The start tag at `from`, or null if it is malformed. */
function readTag(text: string, from: number): Tag | null {
  OPENING.lastIndex = from;
  const name = OPENING.exec(text)?.[1];
  if (!name) return null;
  const attributes: Tag["attributes"] = [];
  ATTRIBUTE.lastIndex = OPENING.lastIndex;
  let end = OPENING.lastIndex;
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    attributes.push([found[1]!, found[2] ?? found[3]!]);
    end = ATTRIBUTE.lastIndex;
  }
  const close = /\s*(\/?)>/y;
  close.lastIndex = end;
  const closing = close.exec(text);
  return closing && { name, attributes, closed: closing[1] === "/", end: close.lastIndex };
}

/** The `src` of `text` if that is a single `img` element, else null. */
function sourceOfImage(text: string): string | null {
  const tag = readTag(text, 0);
  if (tag?.name.toLowerCase() !== "img" || tag.end !== text.length) return null;
  return tag.attributes.find(([name]) => name.toLowerCase() === "src")?.[1]?.replace(/\s/g, "") ?? "";
}

/** The SVG inside a `data:` URL: null for another type, empty if it cannot be decoded. */
function drawingIn(address: string): string | null {
  const [, base64, data] = /^data:image\/svg\+xml(?:;(?:charset=)?utf-?8)?(;base64)?,(.*)$/i.exec(address) ?? [];
  if (data === undefined) return null;
  try {
    return base64 ? Buffer.from(data, "base64").toString() : decodeURIComponent(data);
  } catch {
    return "";
  }
}

const NUMBERS = /^[-+\d.eE,%\s]{1,80}(?:px|mm|pt)?$/;
const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s,.%]{1,40}\))$/i;

/** The allowed attributes and their values. All others are dropped. */
const VALUES: Record<string, RegExp> = {
  ...Object.fromEntries(
    ["x", "y", "width", "height", "rx", "ry", "opacity", "fill-opacity", "stroke-width", "viewBox"].map((name) => [
      name,
      NUMBERS,
    ]),
  ),
  d: /^[MmLlHhVvZzCcSsQqTtAa\d\s,.eE+-]+$/,
  fill: COLOUR,
  stroke: COLOUR,
  "fill-rule": /^(?:evenodd|nonzero)$/,
  "shape-rendering": /^crispEdges$/,
  transform: /^(?:\s*(?:translate|scale|matrix|rotate)\([\d\s,.eE+-]{1,80}\)){1,4}\s*$/,
};

const SHAPES = new Set(["svg", "g", "path", "rect"]);

/** Rebuilds an SVG from allowed elements and attributes, or returns null if it has any other element. */
function rebuild(text: string): string | null {
  const source = text
    .replace(/^<\?xml[^<>]*\?>\s*|<!--[^<>]*-->|<!DOCTYPE svg[^<>[\]]*>/gi, "")
    .replace(/<(title|desc)>[^<>]*<\/\1>/g, "")
    .trim();
  const open: string[] = [];
  let built = "";
  for (let at = 0; at < source.length;) {
    const space = /\s+/y;
    space.lastIndex = at;
    if (space.test(source)) at = space.lastIndex;
    else if (source.startsWith("</", at)) {
      const closing = `</${open.pop()}>`;
      if (!source.startsWith(closing, at)) return null;
      at += closing.length;
      built += closing;
    } else {
      const tag = readTag(source, at);
      const inside = open.length > 0;
      if (!tag || !SHAPES.has(tag.name) || (tag.name === "svg") === inside || (!inside && built !== "")) return null;
      if (!tag.closed) open.push(tag.name);
      built += `<${tag.name}${tag.name === "svg" ? ' xmlns="http://www.w3.org/2000/svg"' : ""}${allowedAttributes(tag)}${tag.closed ? "/" : ""}>`;
      at = tag.end;
    }
  }
  return open.length === 0 && /<(?:path|rect)\b/.test(built) ? built : null;
}

/** The allowed attributes of a tag, including those declared in its `style`. */
function allowedAttributes({ attributes }: Tag): string {
  const declared = attributes.flatMap(([name, value]) =>
    name === "style" ? declarations(value) : [[name, value] as const],
  );
  const kept = new Map(declared.filter(([name, value]) => Object.hasOwn(VALUES, name) && VALUES[name]!.test(value)));
  return [...kept].map(([name, value]) => ` ${name}="${value}"`).join("");
}

const declarations = (style: string) =>
  style.split(";").map((declaration) => {
    const [name = "", value = ""] = declaration.split(":");
    return [name.trim(), value.trim()] as const;
  });
