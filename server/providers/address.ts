const MAX_LENGTH = 4096;

/** What `URL` would quietly remove or turn into something else. */
const ODD = /[\s\\\p{Cc}]/u;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
/** A name in the public system of names: no address in digits, no name of a machine nearby. */
const PUBLIC_NAME = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z]$/;

/** Which addresses games may have. */
export interface Trust {
  /** Our own origin: no game is there. */
  own: string;
  /** Origins of games on this machine; empty unless the sandbox runs. */
  sandbox: readonly string[];
}

/** The hosts that a provider's addresses may have; empty: any public host, with the usual port. */
type Hosts = readonly string[];

const isHost = (host: string, known: string) =>
  known.startsWith("*.") ? host.endsWith(known.slice(1)) : host === known;

/**
 * The address of a game, if a browser may be sent there: https, of a known host or a public one, with no name or password
 * in it and none of the spellings that hide where it leads.
 */
export function gameAddress(text: string, hosts: Hosts, { own, sandbox }: Trust): URL | null {
  const authority = AUTHORITY.exec(text)?.[1];
  if (text.length > MAX_LENGTH || ODD.test(text) || !authority || authority.includes("@") || !URL.canParse(text))
    return null;
  const url = new URL(text);
  if (sandbox.includes(url.origin)) return url;
  if (url.protocol !== "https:" || url.origin === own) return null;
  const isKnown = hosts.some((known) => isHost(url.host, known));
  const isPublic = url.port === "" && PUBLIC_NAME.test(url.hostname);
  return (hosts.length > 0 ? isKnown : isPublic) ? url : null;
}
