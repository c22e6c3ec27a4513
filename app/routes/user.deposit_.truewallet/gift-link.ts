/** A gift link anywhere in a text, with or without a scheme, but not as part of another URL. */
const LINK = /(?<![\w.@/-])(?:https?:\/\/)?gift\.truemoney\.com\/campaign\/?\?v=([A-Za-z0-9]{10,64})(?![A-Za-z0-9])/i;

/** Any URL, or the start of one. */
const ADDRESS = /:\/\/|\w\.\w+\/|\?\w+=/;

/** The code of a gift: it must have letters and digits, so that words and phone numbers do not match. */
const CODE = /(?<![\w.@/-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{10,64}(?![\w.@/-])/g;

/**
 * The canonical gift link for a pasted text: a link, a message that contains one, or only the code. Null if there is
 * none, a URL of another site, or more than one code.
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
