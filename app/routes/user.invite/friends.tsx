import type { Received } from "~/features/wallet/received";
import { formatDate, isoTime } from "~/lib/dates";
import { Money } from "~/ui/money";
import { NotLoaded } from "~/ui/not-loaded";
import { Pager } from "~/ui/pager";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";

/** `createdAt` in epoch milliseconds. */
type Friend = { name: string; amount: number; createdAt: number };

interface Props {
  /** Null: they could not be read. */
  friends: Received<Friend> | null;
  page: number;
}

const href = (page: number) => `/user/invite?page=${page}#friends`;

/** What friends' play has earned, newest first. */
export function Friends({ friends, page }: Props) {
  const { t, site } = useRequest();
  return (
    <section className="section" aria-labelledby="friends">
      <header className="section-head">
        <h2 id="friends">{t("invite:friends")}</h2>
        {friends?.count ? <span className="meta">{t("wallet:entries", { number: String(friends.count) })}</span> : null}
      </header>
      {friends === null ? (
        <NotLoaded title={t("invite:friendsNotLoaded")} href={href(page)} />
      ) : friends.rows.length + friends.unread === 0 ? (
        <p className="meta">{t(page === 1 ? "invite:noFriends" : "wallet:noneHere")}</p>
      ) : (
        <div className="card">
          <table className="data-table" data-variant="wraps" aria-labelledby="friends">
            <thead>
              <tr>
                <th scope="col">{t("invite:friend")}</th>
                <th scope="col">{t("wallet:day")}</th>
                <th scope="col">{t("invite:bonus")}</th>
              </tr>
            </thead>
            <tbody>
              {friends.rows.map(({ name, amount, createdAt }, index) => (
                <tr key={index}>
                  <td>{name}</td>
                  <td>
                    <time dateTime={isoTime(createdAt, site.timeZone)}>{formatDate(createdAt, site.timeZone)}</time>
                  </td>
                  <td>
                    <Money amount={amount} sign="+" tone="good" />
                  </td>
                </tr>
              ))}
            </tbody>
            {friends.sum !== null && (
              <tfoot>
                <tr>
                  <th scope="row" colSpan={2}>
                    {t("invite:sum")}
                  </th>
                  <td>
                    <Money amount={friends.sum} />
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {friends && (
        <>
          <Unread count={friends.unread} />
          <Pager page={page} last={friends.last} href={href} isLastKnown={friends.isLastKnown} />
        </>
      )}
    </section>
  );
}
