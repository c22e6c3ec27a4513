import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { inviteOffer } from "~/features/invite/offer";
import { readReceived } from "~/features/wallet/received";
import { RewardCard } from "~/features/wallet/reward-card";
import { maskName } from "~/lib/mask-name";
import { pageNumber } from "~/lib/pages";
import { Banners } from "~/ui/banners";
import { useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { Friends } from "./friends";
import { InviteLink } from "./invite-link";

export const handle: RouteHandle = { title: "invite:title", back: "/user/home" };

/** Friends' whole names stay on the server. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, codes, site, markup } = context;
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const link = `${site.publicOrigin}/register?code=PR${context.requireMember().id}`;
  const [offer, banners, friends, image] = await Promise.all([
    inviteOffer(context),
    soft(operator.inviteBanners()),
    readReceived(async (range) => {
      const { invites, ...rest } = await operator.listInvites(range);
      const rows = invites.map(({ from, amount, createdAt }) => ({
        name: maskName(from.name),
        amount,
        createdAt: createdAt.getTime(),
      }));
      return { ...rest, rows };
    }, page),
    codes.image(link),
  ]);
  return {
    failed: !offer.reward || !friends,
    offer,
    banners: (banners ?? []).map(({ image, html }) => ({ image, html: markup(html) })),
    friends: friends ?? null,
    page,
    link,
    image,
  };
}

export default function Invite() {
  const { offer, banners, friends, page, link, image } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Sheet title={t("invite:title")} back="/user/home">
      <SheetBody>
        <Banners banners={banners} next="#reward" />
        <RewardCard
          offer={offer}
          title={t("invite:receivable")}
          icon="invite"
          href="/user/invite/receive"
          action={t("invite:receive")}
        />
        <InviteLink link={link} image={image} />
        <Friends friends={friends} page={page} />
      </SheetBody>
    </Sheet>
  );
}
