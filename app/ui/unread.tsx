import { useT } from "./request";

/** Says how many entries of a list could not be read; nothing if there are none. */
export function Unread({ count }: { count: number }) {
  const t = useT();
  if (count === 0) return null;
  return <p className="meta">{t(count === 1 ? "common:unreadOne" : "common:unreadMore", { number: String(count) })}</p>;
}
