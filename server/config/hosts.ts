/** Addresses of the machine itself and of private networks (RFC 1918, RFC 4193). */
const NEAR = [
  /^127(\.\d{1,3}){3}$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /^\[::1\]$/,
  /^\[f[cd][0-9a-f]{2}:[0-9a-f:.]*\]$/,
  // A name without a dot, such as `localhost` or the name of a container.
  /^[a-z0-9_-]+$/,
];

/** Whether requests to this host stay on the machine or in a private network, so that plain http is acceptable. */
export const isNearHost = (hostname: string): boolean => NEAR.some((pattern) => pattern.test(hostname));

const PLAIN_HOST = /^([\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])(:\d+)?$/;
const WILDCARD = /^\*\.([\w-]+(?:\.[\w-]+)+)(:\d+)?$/;
/** Domains such as `co.th`, below which anybody can register a name. */
const SHARED_DOMAIN = /^(co|com|or|org|net|go|gov|ac|edu|in|mi)\.[a-z]{2}$/;

/** Whether pages may load content from this host: a host, or `*.` before a domain that one owner holds. */
export function isContentHost(host: string): boolean {
  const domain = WILDCARD.exec(host)?.[1];
  return domain === undefined ? PLAIN_HOST.test(host) : !SHARED_DOMAIN.test(domain);
}
