/**
 * An absolute address of the web; null for anything else. A name or a password before the host is refused, because it can
 * look like the host.
 */
export function webAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : null;
}
