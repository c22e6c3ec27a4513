import { webAddress } from "./web-address";

/**
 * The address of a picture of the operator's, if pages may load it; otherwise null.
 * @param hosts origins, as in the setting IMAGE_HOSTS: `https://*.cdn.example` is every host of a domain
 */
export function pictureFrom(address: string, hosts: readonly string[]): string | null {
  const origin = webAddress(address)?.origin;
  if (origin === undefined) return null;
  const isFrom = (host: string) => {
    const [scheme, rest] = host.split("*");
    return rest === undefined ? origin === host : origin.startsWith(scheme!) && origin.endsWith(rest);
  };
  return hosts.some(isFrom) ? address : null;
}
