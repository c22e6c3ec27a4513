import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CouponTable } from "~/features/spin/coupon-table";
import { COUPONS_PER_PAGE, readCoupons } from "~/features/spin/coupons";
import { lastPage, pageNumber } from "~/lib/pages";
import { Alert, HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { NotLoaded } from "~/ui/not-loaded";
import { Pager } from "~/ui/pager";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "spin:coupons", back: "/user/spin" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const all = await readCoupons(context);
  const rows = all?.length ?? 0;
  const last = lastPage({ total: rows, rows }, 1, COUPONS_PER_PAGE);
  const page = Math.min(pageNumber(query.get("page")), last);
  const from = (page - 1) * COUPONS_PER_PAGE;
  const coupons = all && all.slice(from, from + COUPONS_PER_PAGE);
  const failed = all === null;
  return json({ coupons, from, page, last, isGone: query.has("gone"), failed }, failed ? 503 : 200);
}

export default function Coupons() {
  const { coupons, from, page, last, isGone } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Sheet title={t("spin:coupons")} back="/user/spin">
      <SheetBody>
        {isGone && (
          <Alert tone="warn" role="alert" focus>
            <p>{t("spin:gone")}</p>
          </Alert>
        )}
        {coupons === null ? (
          <NotLoaded title={t("spin:couponsNotLoaded")} href="/user/spin/coupons" />
        ) : coupons.length === 0 ? (
          <div className="empty">
            <HeroMark tone="info" icon="bonus" />
            <h2>{t("spin:noCouponsTitle")}</h2>
            <p>{t("spin:noCoupons")}</p>
            <ButtonLink href="/user/spin">{t("spin:toWheel")}</ButtonLink>
          </div>
        ) : (
          <section className="section" aria-labelledby="lead">
            <p className="meta" id="lead">
              {t("spin:couponsLead")}
            </p>
            <CouponTable coupons={coupons} first={from + 1} labelledBy="lead" />
            <Pager page={page} last={last} isLastKnown href={(number) => `/user/spin/coupons?page=${number}`} />
          </section>
        )}
      </SheetBody>
    </Sheet>
  );
}
