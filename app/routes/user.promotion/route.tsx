import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  json,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import { HoldsOther } from "~/features/bonus/holds-other";
import { readNotice } from "~/features/bonus/notice";
import { SearchForm } from "~/features/promotion/code";
import { PromotionSearch } from "~/features/promotion/search-form";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { Button } from "~/ui/button";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { Found } from "./found";
import { NoPromotion } from "./no-promotion";
import { searchPromotion, type Promotion } from "./search";

export const handle: RouteHandle = { title: "promotion:title", back: "/user/bonus" };

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const retryAfter = loaderHeaders.get("Retry-After");
  const headers: Record<string, string> = retryAfter ? { "Retry-After": retryAfter } : {};
  return headers;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  // `promo` comes with a link: the member searches for it, not the link.
  if (!query.has("code")) return { typed: query.get("promo") ?? undefined, ...NOTHING };
  const { status, promotion, result, retryAfter } = await searchPromotion(context, query);
  const typed = promotion?.code ?? query.get("code")!;
  const failed = !promotion;
  const offer = promotion ? await offerOf(context, promotion) : null;
  const headers: Record<string, string> = retryAfter ? { "Retry-After": String(retryAfter) } : {};
  return json({ typed, result, offer, failed, isUnread: promotion === undefined }, { status, headers });
}

/** The page without a search. */
const NOTHING = { result: null, offer: null, failed: false, isUnread: false };

/** What the page shows of a promotion that was found. */
async function offerOf(context: AppLoadContext, { code, percentFail, description }: Promotion & { code: string }) {
  const { operator, markup } = context;
  const [formKey, last, active, notice] = await Promise.all([
    openMoneyForm(context, "activatePromotion"),
    lastOp(context, soft(operator.getWallet())),
    soft(operator.checkActiveBonus()),
    readNotice(context, percentFail),
  ]);
  const promotion = { code, percentFail, description: markup(description), notice };
  return { promotion, formKey, last, holdsOne: active?.status ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: SearchForm });
  if (submission.status !== "success") return refused(submission);
  return runOperation(context, "activatePromotion", submission.value, form, submission);
}

/** The search for a promotion by its code, what was found, and the button that receives it. */
export default function PromotionPage() {
  const { typed, result, offer, isUnread } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const [form] = useForm<{ code: string }>({ id: "receive", lastResult: answer?.result });
  return (
    <Sheet title={t("promotion:title")} back="/user/bonus">
      <SheetBody>
        {offer && <LastOperation op={offer.last} />}
        <FormErrors form={form} />
        <PromotionSearch code={typed} result={result} />
        {isUnread && <NotLoaded title={t("promotion:notLoaded")} />}
        {result && <NoPromotion />}
        {offer?.holdsOne && <HoldsOther />}
        {offer && <Found promotion={offer.promotion} holdsOne={offer.holdsOne} />}
      </SheetBody>
      {offer && !offer.holdsOne && (
        <SheetFoot>
          <form method="post" {...getFormProps(form)}>
            <FormKey value={offer.formKey} />
            <input type="hidden" name="code" value={offer.promotion.code} />
            {answer && "confirm" in answer && answer.confirm && <input type="hidden" name="confirmed" value="1" />}
            <Button variant="play" size="large" width="full">
              {t("promotion:receive")}
            </Button>
          </form>
        </SheetFoot>
      )}
    </Sheet>
  );
}
