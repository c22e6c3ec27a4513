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

/** A whole page of the sandbox in the desk's style. `head`: what else its head has. */
export const documentOf = (title: string, body: Piece, head: Markup | null = null) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/desk/icon.svg" />
        <link rel="stylesheet" href="/desk/desk.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
