import { CouponTable } from "~/features/spin/coupon-table";
import type { Coupon } from "~/features/spin/coupons";
import { NotLoaded } from "~/ui/not-loaded";
import { useT } from "~/ui/request";

interface Props {
  /** The newest ones, and how many there are; null if they could not be read. */
  coupons: { first: Coupon[]; count: number } | null;
}

/** The newest coupons, with the way to all of them. */
export function MyCoupons({ coupons }: Props) {
  const t = useT();
  return (
    <section className="section" aria-labelledby="coupons">
      <header className="section-head">
        <h2 id="coupons">{t("spin:coupons")}</h2>
        {coupons && coupons.count > coupons.first.length && (
          <a className="section-link" href="/user/spin/coupons">
            {t("spin:allCoupons", { count: String(coupons.count) })}
          </a>
        )}
      </header>
      {coupons === null ? (
        <NotLoaded title={t("spin:couponsNotLoaded")} href="/user/spin" />
      ) : coupons.count === 0 ? (
        <p className="meta">{t("spin:noCoupons")}</p>
      ) : (
        <CouponTable coupons={coupons.first} first={1} labelledBy="coupons" />
      )}
    </section>
  );
}
