/** Safe markup made by `html`, which escapes everything that is inserted. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | null | undefined | false | Piece[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (Array.isArray(piece)) return piece.map(write).join("");
  return piece instanceof Markup ? piece.text : String(piece).replaceAll(/[&<>"']/g, (sign) => escapes[sign]!);
}

/** Tagged template for markup. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Markup =>
  new Markup(strings.reduce((text, string, index) => text + write(pieces[index - 1]) + string));
