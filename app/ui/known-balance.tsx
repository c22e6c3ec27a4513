import { useRouteLoaderData } from "@remix-run/react";
import { formatRecent, isoTime } from "~/lib/dates";
import { Money } from "./money";
import { useRequest } from "./request";

/** What the frame of the member area has read: `at` in epoch milliseconds, amounts in minor units. */
interface Frame {
  known: { total: number; wallet: number; at: number } | null;
  hidesBalance: boolean;
}

const LABELS = { total: "home:total", wallet: "common:mainWallet" } as const;

interface Props {
  of: keyof typeof LABELS;
  /** Makes it a link, for a bar without room for the label. */
  href?: string;
}

/**
 * A balance of the member for the head of a page: as this request has read it, else the last known one with its time. It
 * asks the operator for nothing. Nothing for guests, for members who hide it, and if none is known.
 */
export function KnownBalance({ of, href }: Props) {
  const { t, member, balance, now, site } = useRequest();
  const frame = useRouteLoaderData("routes/user") as Frame | undefined;
  const amount = (balance ?? frame?.known)?.[of];
  if (!member || amount === undefined || frame?.hidesBalance) return null;
  const at = balance ? null : frame!.known!.at;
  const Tag = href ? "a" : "div";
  return (
    <Tag className={href ? "topbar-balance meta" : "meta"} href={href}>
      <span className={href && "visually-hidden"}>{t(LABELS[of])} </span>
      <Money amount={amount} />
      {at !== null && (
        <span className="meta" data-size="small">
          {" "}
          {t("home:asOf")} <time dateTime={isoTime(at, site.timeZone)}>{formatRecent(at, now, site.timeZone)}</time>
        </span>
      )}
    </Tag>
  );
}
