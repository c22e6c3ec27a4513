import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { refundOffer } from "~/features/refund/offer";
import { readReceived } from "~/features/wallet/received";
import { RewardCard } from "~/features/wallet/reward-card";
import { pageNumber } from "~/lib/pages";
import { Banners } from "~/ui/banners";
import { Markup } from "~/ui/markup";
import { useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { Refunds } from "./refunds";

export const handle: RouteHandle = { title: "refund:title", back: "/user/home" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, markup } = context;
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const [{ info, ...offer }, banners, refunds] = await Promise.all([
    refundOffer(context),
    soft(operator.refundBanners()),
    readReceived(async (range) => {
      const { refunds, ...rest } = await operator.listRefunds(range);
      const rows = refunds.map(({ refundAmount, createdAt }) => ({
        amount: refundAmount,
        createdAt: createdAt.getTime(),
      }));
      return { ...rest, rows };
    }, page),
  ]);
  return {
    failed: !offer.reward || !refunds,
    offer,
    info: markup(info),
    banners: (banners ?? []).map(({ image, html }) => ({ image, html: markup(html) })),
    refunds: refunds ?? null,
    page,
  };
}

export default function Refund() {
  const { offer, info, banners, refunds, page } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Sheet title={t("refund:title")} back="/user/home">
      <SheetBody>
        <Banners banners={banners} next="#reward" />
        <RewardCard
          offer={offer}
          title={t("refund:receivable")}
          icon="refund"
          href="/user/refund/receive"
          action={t("refund:receive")}
        />
        {info && <Markup html={info} />}
        <Refunds refunds={refunds} page={page} />
      </SheetBody>
    </Sheet>
  );
}
