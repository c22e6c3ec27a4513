import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerHeaders } from "~/actions";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { readCoupons } from "~/features/spin/coupons";
import { HeroMark } from "~/ui/alert";
import { AskSupport } from "~/ui/ask-support";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "spin:claimTitle", back: "/user/spin/coupons" };
export const headers = answerHeaders;

/** `amount`: minor units, as the member has seen them. */
const ClaimForm = z.object({ amount: z.coerce.number().int().min(0) });

const GONE = "/user/spin/coupons?gone=1";

/** An operator's id may hold what a path cannot, so it stands in the query. */
const couponOf = (request: Request) => new URL(request.url).searchParams.get("coupon") ?? "";

/** Asks before a coupon is used up. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const wanted = couponOf(request);
  const [coupons, formKey, last] = await Promise.all([
    readCoupons(context),
    openMoneyForm(context, "claimCoupon"),
    lastOp(context, Promise.resolve(undefined)),
  ]);
  if (!coupons) throw new Response(null, { status: 503 });
  const coupon = coupons.find(({ id }) => id === wanted);
  if (!coupon) throw redirect(GONE, 303);
  return { coupon, formKey, last: last?.op === "claimCoupon" ? last : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const id = couponOf(request);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: ClaimForm });
  if (submission.status !== "success") return redirect(GONE, 303);
  const input = { coupon: id, amount: submission.value.amount };
  // A double tap comes after the first one has used the coupon up.
  if (!(await repeatsLast(context, "claimCoupon", input))) {
    const coupon = (await readCoupons(context))?.find((one) => one.id === id);
    if (coupon && coupon.amount !== input.amount) {
      context.flash({ tone: "warn", text: "spin:valueChanged" });
      return redirect(context.path, 303);
    }
  }
  return runOperation(context, "claimCoupon", input, form, submission);
}

export default function ClaimCoupon() {
  const { coupon, formKey, last } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money } = useRequest();
  const { id, slice, name, amount } = coupon;
  const isThing = amount === 0;
  const errors = answer?.result.error?.[""] ?? undefined;
  return (
    <Sheet title={t("spin:claimTitle")} back="/user/spin/coupons" close>
      <form method="post">
        <FormKey value={formKey} />
        <input type="hidden" name="amount" value={amount} />
        {answer && "confirm" in answer && answer.confirm && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody align="center">
          <FormErrors form={{ id: "claim", errors, allErrors: {} }} />
          <LastOperation op={last} />
          <HeroMark tone="play" icon="bonus" />
          <div className="stack" data-gap="small">
            <h2 className="title">{t(isThing ? "spin:thingAsk" : "spin:claimAsk")}</h2>
            {isThing ? (
              <p>
                <strong>{name}</strong>
              </p>
            ) : (
              <p>
                <Money amount={amount} size="large" />
              </p>
            )}
            <p>{t(isThing ? "spin:thingBody" : "spin:claimBody")}</p>
          </div>
          <div className="card">
            <Facts
              pairs={[
                [t("spin:slice"), slice],
                [t("spin:prize"), isThing ? null : name],
                [t("spin:couponNumber"), isThing ? <code key="id">{id}</code> : null],
              ]}
            />
          </div>
        </SheetBody>
        <SheetFoot>
          {isThing ? (
            <>
              <AskSupport look="button" />
              <Button variant="secondary" tone="play" width="full">
                {t("spin:thingClaim")}
              </Button>
            </>
          ) : (
            <Button variant="play" size="large" width="full">
              {t("spin:claimSubmit", { amount: money(amount) })}
            </Button>
          )}
          <ButtonLink variant="quiet" width="full" href="/user/spin/coupons">
            {t("spin:notNow")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
