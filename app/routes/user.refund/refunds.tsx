import type { Received } from "~/features/wallet/received";
import { formatDateTime, isoTime } from "~/lib/dates";
import { Money } from "~/ui/money";
import { NotLoaded } from "~/ui/not-loaded";
import { Pager } from "~/ui/pager";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";

interface Props {
  /** Null: they could not be read. `createdAt` in epoch milliseconds. */
  refunds: Received<{ amount: number; createdAt: number }> | null;
  page: number;
}

const href = (page: number) => `/user/refund?page=${page}#refunds`;

/** The refunds that the member has received, newest first, with their sum up to each. */
export function Refunds({ refunds, page }: Props) {
  const { t, site } = useRequest();
  const isSummed = refunds !== null && refunds.sum !== null;
  return (
    <section className="section" aria-labelledby="refunds">
      <header className="section-head">
        <h2 id="refunds">{t("refund:list")}</h2>
        {refunds?.count ? <span className="meta">{t("wallet:entries", { number: String(refunds.count) })}</span> : null}
      </header>
      {refunds === null ? (
        <NotLoaded title={t("refund:notLoaded")} href={href(page)} />
      ) : refunds.rows.length + refunds.unread === 0 ? (
        <p className="meta">{t(page === 1 ? "refund:none" : "wallet:noneHere")}</p>
      ) : (
        <div className="card">
          <table className="data-table" data-variant="wraps" aria-labelledby="refunds">
            <thead>
              <tr>
                <th scope="col">{t("common:time")}</th>
                <th scope="col">{t("common:amount")}</th>
                {isSummed && <th scope="col">{t("refund:sum")}</th>}
              </tr>
            </thead>
            <tbody>
              {refunds.rows.map(({ amount, createdAt, sum }, index) => (
                <tr key={index}>
                  <td>
                    <time dateTime={isoTime(createdAt, site.timeZone)}>{formatDateTime(createdAt, site.timeZone)}</time>
                  </td>
                  <td data-label={t("common:amount")}>
                    <Money amount={amount} sign="+" tone="good" />
                  </td>
                  {sum !== null && (
                    <td data-label={t("refund:sum")}>
                      <Money amount={sum} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {refunds && (
        <>
          <Unread count={refunds.unread} />
          <Pager page={page} last={refunds.last} href={href} isLastKnown={refunds.isLastKnown} />
        </>
      )}
    </section>
  );
}
