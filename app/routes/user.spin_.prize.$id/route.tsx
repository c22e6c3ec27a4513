import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { claimPath } from "~/features/spin/coupons";
import { couponOf, readSpin, readWheel } from "~/features/spin/spun";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Money } from "~/ui/money";
import { Reference } from "~/ui/reference";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "spin:prizeTitle", back: "/user/spin" };

/** The prize of a spin while its coupon waits; then there is nothing to claim here any more. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { op, drawn } = await readSpin(context, params.id!);
  const [coupon, wheel] = await Promise.all([couponOf(context, { op, drawn }), readWheel(context)]);
  if (coupon === undefined) throw new Response(null, { status: 503 });
  if (!coupon) throw redirect("/user/spin/coupons?gone=1", 303);
  return { id: op.id, coupon, coins: wheel?.coins ?? null };
}

export default function Prize() {
  const { id, coupon, coins } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  const isThing = coupon.amount === 0;
  return (
    <Sheet title={t("spin:prizeTitle")} back="/user/spin" close>
      <SheetBody align="center">
        <div className="prize cloth">
          <HeroMark tone="play" icon="bonus" />
          <p className="meta">{t("spin:youGot")}</p>
          {isThing ? (
            <h2 className="title">{coupon.name}</h2>
          ) : (
            <>
              <h2>
                <Money amount={coupon.amount} size="display" />
              </h2>
              <p>{coupon.name}</p>
            </>
          )}
        </div>
        <div className="card">
          <Facts
            pairs={[
              [t("spin:coupon"), t("spin:inCoupons")],
              [t("spin:coinsLeft"), coins],
              [t("common:reference"), <Reference key="id">{id}</Reference>],
            ]}
          />
        </div>
      </SheetBody>
      <SheetFoot>
        <ButtonLink variant="play" size="large" width="full" href={claimPath(coupon.id)}>
          {t(isThing ? "spin:thingHow" : "spin:claim")}
        </ButtonLink>
        <ButtonLink variant="quiet" width="full" href="/user/spin">
          {t("spin:toWheel")}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}
