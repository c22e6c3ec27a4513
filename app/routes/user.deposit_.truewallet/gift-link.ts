/** The link of a gift wherever it stands in a text; the scheme may be left out. Before it nothing that makes it another address. */
const LINK = /(?<![\w.@/-])(?:https?:\/\/)?gift\.truemoney\.com\/campaign\/?\?v=([A-Za-z0-9]{10,64})(?![A-Za-z0-9])/i;

/** Any address, or the beginning of one. */
const ADDRESS = /:\/\/|\w\.\w+\/|\?\w+=/;

/** The bare code of a gift: letters and digits, so that no word and no phone number is taken for one. */
const CODE = /(?<![\w.@/-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{10,64}(?![\w.@/-])/g;

/**
 * The gift link in what a member pasted, in the one form that is sent: a link, a whole message with a link in it, or the
 * bare code. Null when there is none, an address of another site, or more than one code.
 */
export function findGiftLink(text: string): string | null {
  const code = LINK.exec(text)?.[1] ?? bareCode(text);
  return code ? `https://gift.truemoney.com/campaign/?v=${code}` : null;
}

function bareCode(text: string): string | null {
  if (ADDRESS.test(text)) return null;
  const codes = new Set(text.match(CODE));
  return codes.size === 1 ? [...codes][0]! : null;
}
