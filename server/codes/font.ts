/** A 5 × 7 bitmap font. A glyph is five columns of two hex digits each; the lowest bit is the top dot. */
const GLYPHS: Record<string, string> = {
  "(": "001c224100",
  ")": "0041221c00",
  "*": "2a1c7f1c2a",
  ",": "0080703000",
  "-": "0808080808",
  ".": "0000606000",
  "/": "2010080402",
  "0": "3e5149453e",
  "1": "00427f4000",
  "2": "7249494946",
  "3": "2141494d33",
  "4": "1814127f10",
  "5": "2745454539",
  "6": "3c4a494931",
  "7": "4121110907",
  "8": "3649494936",
  "9": "464949291e",
  ":": "0000140000",
  A: "7c1211127c",
  B: "7f49494936",
  C: "3e41414122",
  D: "7f4141413e",
  E: "7f49494941",
  F: "7f09090901",
  G: "3e41415173",
  H: "7f0808087f",
  I: "00417f4100",
  J: "2040413f01",
  K: "7f08142241",
  L: "7f40404040",
  M: "7f021c027f",
  N: "7f0408107f",
  O: "3e4141413e",
  P: "7f09090906",
  Q: "3e4151215e",
  R: "7f09192946",
  S: "2649494932",
  T: "03017f0103",
  U: "3f4040403f",
  V: "1f2040201f",
  W: "3f4038403f",
  X: "6314081463",
  Y: "0304780403",
  Z: "6159494d43",
};

/** Width of a character with its gap, and height of a line, in dots. */
export const ADVANCE = 6;
export const HEIGHT = 8;

/** The dots of a text, relative to its top left corner. Unknown characters have none. */
export function dotsOf(text: string): [x: number, y: number][] {
  return [...text.toUpperCase()].flatMap((char, index) =>
    [...Buffer.from(GLYPHS[char] ?? "", "hex")].flatMap((column, x) =>
      Array.from({ length: HEIGHT }, (_, y) => y)
        .filter((y) => column & (1 << y))
        .map((y): [number, number] => [index * ADVANCE + x, y]),
    ),
  );
}
