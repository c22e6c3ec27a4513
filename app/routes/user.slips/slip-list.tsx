import type { Support } from "~/features/contact/support";
import { CardTable } from "~/ui/card-table";
import { Icon } from "~/ui/icon";
import { NotLoaded } from "~/ui/not-loaded";
import { Pager } from "~/ui/pager";
import { useT } from "~/ui/request";
import { Unread } from "~/ui/unread";
import type { Slip } from "./slip";
import { SlipRow } from "./slip-row";

interface Props {
  /** Null if they could not be read. */
  slips: Slip[] | null;
  /** How many more could not be read. */
  unread: number;
  page: number;
  last: number;
  isLastKnown: boolean;
  support: Support | null;
  /** Whether the operator has a chat. */
  chat: boolean;
  /** The path of each page of the list. */
  href: (page: number) => string;
}

/** The member's slips, newest first. */
export function SlipList({ slips, unread, page, last, isLastKnown, support, chat, href }: Props) {
  const t = useT();
  return (
    <section className="section" aria-labelledby="sent">
      <header className="section-head">
        <h2 id="sent">{t("slips:list")}</h2>
        <a className="icon-button section-link" href={href(page)} aria-label={t("slips:refresh")}>
          <Icon name="refresh" />
        </a>
      </header>
      {slips === null ? (
        <NotLoaded title={t("slips:notLoaded")} href={href(page)} />
      ) : slips.length + unread === 0 ? (
        <div>
          <p className="meta">{t(page === 1 ? "slips:none" : "slips:noneHere")}</p>
          {page > 1 && (
            <a className="link" href={href(1)}>
              {t("slips:toFirst")}
            </a>
          )}
        </div>
      ) : (
        <>
          {slips.length > 0 && <Table slips={slips} support={support} chat={chat} />}
          <Unread count={unread} />
          <Pager page={page} last={last} href={href} isLastKnown={isLastKnown} />
        </>
      )}
    </section>
  );
}

function Table({ slips, support, chat }: Pick<Props, "support" | "chat"> & { slips: Slip[] }) {
  const t = useT();
  const heads = [t("slips:received"), t("common:amount"), t("common:status"), t("slips:picture")];
  return (
    <CardTable heads={heads} aria-labelledby="sent">
      {slips.map((slip, index) => (
        <SlipRow key={slip.reference ?? index} slip={slip} support={support} chat={chat} />
      ))}
    </CardTable>
  );
}
