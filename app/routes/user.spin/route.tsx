import { parseWithZod } from "@conform-to/zod/v4";
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerHeaders } from "~/actions";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { COUPONS_PER_PAGE, readCoupons } from "~/features/spin/coupons";
import { HubWords } from "~/features/spin/hub";
import { SliceTable } from "~/features/spin/slice-table";
import { readWheel } from "~/features/spin/spun";
import { Wheel } from "~/features/spin/wheel";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Hub } from "~/ui/hub";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { MyCoupons } from "./my-coupons";
import { NoWheel } from "./no-wheel";

export const handle: RouteHandle = { title: "spin:title" };
export const headers = answerHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  const formKey = await openMoneyForm(context, "spin");
  const [wheel, coupons, last] = await Promise.all([
    readWheel(context),
    readCoupons(context),
    lastOp(context, Promise.resolve(undefined)),
  ]);
  const failed = wheel === undefined;
  const isOfWheel = last?.op === "spin" || last?.op === "claimCoupon";
  const shown = coupons && { first: coupons.slice(0, COUPONS_PER_PAGE), count: coupons.length };
  const data = { formKey, wheel: wheel ?? null, coupons: shown, last: isOfWheel ? last : null, failed };
  return json(data, failed ? 503 : 200);
}

/** Spins once for each form: which slice it is, the operator has decided before anything turns. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return runOperation(context, "spin", {}, form, parseWithZod(form, { schema: z.object({}) }));
}

export default function Spin() {
  const { wheel, coupons, last } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <header className="stack" data-gap="tight" data-align="center">
          <h1>{wheel?.name || t("spin:title")}</h1>
          {wheel && wheel.name !== null && <p className="meta">{t("spin:coinUse", { coins: String(wheel.coins) })}</p>}
        </header>
        {!wheel ? <NotLoaded title={t("spin:notLoaded")} /> : wheel.name === null ? <NoWheel /> : <SpinForm />}
        <LastOperation op={last} />
        {(wheel || coupons) && <MyCoupons coupons={coupons} />}
        {wheel && wheel.name !== null && <SliceTable slices={wheel.slices} />}
      </main>
    </Hub>
  );
}

function SpinForm() {
  const { wheel, formKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const { slices, coins } = wheel!;
  const errors = answer?.result.error?.[""] ?? undefined;
  return (
    <form method="post">
      <FormKey value={formKey} />
      {answer && "confirm" in answer && answer.confirm && <input type="hidden" name="confirmed" value="1" />}
      <div className="stack">
        <FormErrors form={{ id: "spin", errors, allErrors: {} }} />
        <Wheel slices={slices}>
          <button className="wheel-hub" disabled={coins === 0} aria-describedby={coins === 0 ? "no-coins" : undefined}>
            <HubWords text={t("spin:spin")} coins={coins} />
          </button>
        </Wheel>
        {coins === 0 && (
          <p className="meta" data-align="center" id="no-coins">
            {t("spin:noCoins")}
          </p>
        )}
      </div>
    </form>
  );
}
