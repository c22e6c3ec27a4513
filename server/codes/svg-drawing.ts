import type { Pixels } from "./picture";

type Point = readonly [x: number, y: number];
/** `x' = a x + c y + e`, `y' = b x + d y + f`, as in SVG. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
type Look = Record<string, string>;

const SIDE = 320;
const MARGIN = 24;
const MAX_SHAPES = 20_000;

/**
 * Rasterizes an SVG that `imageIn` has rebuilt: rectangles and paths of straight lines, filled or stroked, in black and
 * white. Null if it contains anything else, such as curves.
 */
export function drawSvg(svg: string): Pixels | null {
  const canvas = new Uint8Array(SIDE * SIDE);
  const stack: { look: Look; matrix: Matrix }[] = [];
  let shapes = 0;
  for (const [, closing, name, attributes, closed] of svg.matchAll(/<(\/?)(\w+)((?: [\w-]+="[^"]*")*)(\/?)>/g)) {
    if (closing) {
      stack.pop();
      continue;
    }
    const own = Object.fromEntries(
      [...attributes!.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    );
    const above = stack.at(-1);
    const look = { ...above?.look, ...own };
    const matrix = above ? placed(above.matrix, own.transform) : frameOf(own);
    if (!matrix || (shapes += 1) > MAX_SHAPES) return null;
    if (name === "path" || name === "rect") {
      const lines = name === "rect" ? rectangle(own) : linesOf(own.d ?? "");
      if (!lines) return null;
      paint(canvas, lines, look, matrix);
    }
    if (!closed) stack.push({ look, matrix });
  }
  return shapes > 0 ? withMargin(canvas) : null;
}

const numbersIn = (text = "") => (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);

/** Maps the drawing's units to canvas pixels. */
function frameOf({ viewBox, width, height }: Look): Matrix | null {
  const [x = 0, y = 0, across = NaN, down = NaN] = viewBox
    ? numbersIn(viewBox)
    : [0, 0, ...numbersIn(width), ...numbersIn(height)];
  const side = Math.max(across, down);
  if (!(side > 0)) return null;
  // A whole number of pixels per unit keeps the modules even.
  const scale = side <= SIDE ? Math.floor(SIDE / side) : SIDE / side;
  return [scale, 0, 0, scale, -x * scale, -y * scale];
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const TRANSFORMS: Record<string, (values: number[]) => Matrix | null> = {
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  matrix: (values) => (values.length === 6 ? (values as unknown as Matrix) : null),
};

function placed(above: Matrix, transform: string | undefined): Matrix | null {
  let matrix: Matrix = above;
  for (const [, name, values] of (transform ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const next = TRANSFORMS[name!]?.(numbersIn(values)) ?? null;
    if (!next) return null;
    matrix = times(matrix, next);
  }
  return matrix;
}

function rectangle({ x, y, width, height }: Look): Point[][] {
  const [left = 0, top = 0, across = 0, down = 0] = [x, y, width, height].map((text) => numbersIn(text)[0] ?? 0);
  return [
    [
      [left, top],
      [left + across, top],
      [left + across, top + down],
      [left, top + down],
    ],
  ];
}

/** The lines of a path, or null if it has curves. */
function linesOf(d: string): Point[][] | null {
  const lines: Point[][] = [];
  /** The current line; null before the first point and after a closed line. */
  let line: Point[] | null = null;
  let [x, y] = [0, 0];
  for (const [, command, rest] of d.matchAll(/([A-DF-Za-df-z])([^A-DF-Za-df-z]*)/g)) {
    const kind = command!.toUpperCase();
    const relative = command !== kind;
    const values = numbersIn(rest);
    if (kind === "Z") {
      [x, y] = line?.[0] ?? [x, y];
      line = null;
      continue;
    }
    if (!"MLHV".includes(kind)) return null;
    const step = kind === "H" || kind === "V" ? 1 : 2;
    for (let at = 0; at + step <= values.length; at += step) {
      const [first, second] = [values[at]!, values[at + 1]!];
      const from: Point = [x, y];
      if (kind !== "V") x = first + (relative ? x : 0);
      if (kind === "V") y = first + (relative ? y : 0);
      else if (step === 2) y = second + (relative ? y : 0);
      if (kind === "M" && at === 0) lines.push((line = [[x, y]]));
      else {
        if (!line) lines.push((line = [from]));
        line.push([x, y]);
      }
    }
  }
  return lines;
}

const isNone = (colour: string) => /^(?:none|transparent)$/i.test(colour);

/** Unknown colors count as dark. */
function isDark(colour: string): boolean {
  if (/^white$/i.test(colour)) return false;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(colour);
  const parts = short
    ? short.slice(1).map((digit) => parseInt(digit + digit, 16))
    : long
      ? long.slice(1).map((digits) => parseInt(digits, 16))
      : numbersIn(colour);
  const [red = 0, green = 0, blue = 0] = parts;
  return red * 0.3 + green * 0.6 + blue * 0.1 < 128;
}

function paint(canvas: Uint8Array, lines: Point[][], look: Look, matrix: Matrix): void {
  const { fill = "black", stroke = "none" } = look;
  const on = ([x, y]: Point): Point => [
    matrix[0] * x + matrix[2] * y + matrix[4],
    matrix[1] * x + matrix[3] * y + matrix[5],
  ];
  if (!isNone(fill) && Number(look["fill-opacity"] ?? 1) > 0) {
    fillPolygons(
      canvas,
      lines.map((line) => line.map(on)),
      isDark(fill),
      look["fill-rule"] === "evenodd",
    );
  }
  if (isNone(stroke)) return;
  const half = (numbersIn(look["stroke-width"])[0] ?? 1) / 2;
  for (const line of lines) {
    for (let at = 1; at < line.length; at += 1) {
      fillPolygons(canvas, [band(line[at - 1]!, line[at]!, half).map(on)], isDark(stroke), false);
    }
  }
}

/** A stroked line segment as a polygon. */
function band([x1, y1]: Point, [x2, y2]: Point, half: number): Point[] {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [across, down] = [(-(y2 - y1) / length) * half, ((x2 - x1) / length) * half];
  return [
    [x1 + across, y1 + down],
    [x2 + across, y2 + down],
    [x2 - across, y2 - down],
    [x1 - across, y1 - down],
  ];
}

/** Fills the inside of all polygons together; a pixel is inside if its center is. */
function fillPolygons(canvas: Uint8Array, polygons: Point[][], dark: boolean, evenOdd: boolean): void {
  const edges = polygons.flatMap((polygon) =>
    polygon.map((from, index) => [from, polygon[(index + 1) % polygon.length]!] as const),
  );
  const heights = edges.flatMap(([[, from], [, to]]) => [from, to]);
  const top = Math.max(0, Math.floor(heights.reduce((least, y) => Math.min(least, y), Infinity)));
  const bottom = Math.min(SIDE, Math.ceil(heights.reduce((most, y) => Math.max(most, y), -Infinity)));
  const rows = new Map<number, { x: number; turn: number }[]>();
  for (const [[x1, y1], [x2, y2]] of edges) {
    if (y1 === y2) continue;
    const first = Math.max(top, Math.ceil(Math.min(y1, y2) - 0.5));
    const end = Math.min(bottom, Math.ceil(Math.max(y1, y2) - 0.5));
    for (let row = first; row < end; row += 1) {
      const crossings = rows.get(row) ?? [];
      crossings.push({ x: x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 });
      rows.set(row, crossings);
    }
  }
  for (const [row, crossings] of rows) {
    crossings.sort((a, b) => a.x - b.x);
    let winding = 0;
    for (let at = 0; at + 1 < crossings.length; at += 1) {
      winding += evenOdd ? 1 : crossings[at]!.turn;
      if (evenOdd ? winding % 2 === 0 : winding === 0) continue;
      const from = Math.max(0, Math.ceil(crossings[at]!.x - 0.5));
      const to = Math.min(SIDE, Math.ceil(crossings[at + 1]!.x - 0.5));
      if (to > from) canvas.fill(Number(dark), row * SIDE + from, row * SIDE + to);
    }
  }
}

function withMargin(canvas: Uint8Array): Pixels {
  const side = SIDE + 2 * MARGIN;
  const data = Buffer.alloc(side * side * 4, 255);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      if (canvas[y * SIDE + x])
        data.fill(0, ((y + MARGIN) * side + x + MARGIN) * 4, ((y + MARGIN) * side + x + MARGIN) * 4 + 3);
    }
  }
  return { data, width: side, height: side };
}
