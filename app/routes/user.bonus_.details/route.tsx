import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { soft } from "~/actions";
import { availabilityOf } from "~/features/bonus/availability";
import { BeforeReceiving } from "~/features/bonus/before-receiving";
import { detailsPath } from "~/features/bonus/details-path";
import { HoldsOther } from "~/features/bonus/holds-other";
import { readNotice } from "~/features/bonus/notice";
import { howOften } from "~/features/bonus/terms";
import { titleOf } from "~/features/bonus/title";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { formatPercent } from "~/lib/percent";
import type { RouteHandle } from "~/root";
import { Banners } from "~/ui/banners";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { Unavailable } from "./unavailable";

export const handle: RouteHandle = { title: "bonus:details", back: "/user/bonus" };

/** The code of the bonus that the page shows. */
const codeOf = (request: Request) => new URL(request.url).searchParams.get("code") ?? "";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const wanted = codeOf(request);
  const { operator, site, now } = context;
  const [list, active, formKey, last] = await Promise.all([
    operator.listBonuses(),
    soft(operator.checkActiveBonus()),
    openMoneyForm(context, "activateBonus"),
    lastOp(context, soft(operator.getWallet())),
  ]);
  const bonus = list.find(({ code }) => code === wanted);
  if (!bonus) throw new Response(null, { status: 404 });
  const { type, maxReceived, percentFail, banners } = bonus;
  return {
    formKey,
    last,
    title: titleOf(bonus, context.markup),
    code: wanted,
    terms: { type, maxReceived, percentFail },
    banners: banners.map(({ image, html }) => ({ image, html: context.markup(html) })),
    notice: await readNotice(context, percentFail),
    availability: availabilityOf(bonus, now, site.timeZone),
    holdsOne: active?.status ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const wanted = codeOf(request);
  const form = await request.formData();
  const list = await soft(context.operator.listBonuses());
  if (list && !list.some(({ code }) => code === wanted)) throw new Response(null, { status: 404 });
  const submission = parseWithZod(form, { schema: z.object({}) });
  return runOperation(context, "activateBonus", { code: wanted }, form, submission);
}

/** What a bonus brings and blocks, and the button that receives it. */
export default function BonusDetails() {
  const { formKey, last, code, title, terms, banners, notice, availability, holdsOne } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const [form] = useForm({ id: "bonus", lastResult: answer?.result });
  const { state, received } = availability;
  const isOpen = state === "open" && !holdsOne;
  return (
    <Sheet title={t("bonus:details")} back="/user/bonus">
      <form method="post" {...getFormProps(form)}>
        <FormKey value={formKey} />
        {answer && "confirm" in answer && answer.confirm === true && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors form={form} />
          {state === "open" && holdsOne ? <HoldsOther /> : <Unavailable availability={availability} />}
          {banners.length === 0 && <h2>{title}</h2>}
          <Banners banners={banners} next="#terms" />
          <div className="card" id="terms">
            <Facts
              pairs={[
                [t("bonus:howOften"), howOften(terms, t)],
                [
                  t("bonus:receivedCount"),
                  t("bonus:receivedOf", { received: String(received), most: String(terms.maxReceived) }),
                ],
                [t("wallet:fail"), t("bonus:failsAt", { percent: formatPercent(terms.percentFail) })],
              ]}
            />
          </div>
          <BeforeReceiving notice={notice} page={detailsPath(code)} />
        </SheetBody>
        <SheetFoot>
          {isOpen ? (
            <Button variant="play" size="large" width="full">
              {t("bonus:receive")}
            </Button>
          ) : (
            <ButtonLink size="large" width="full" href="/user/bonus">
              {t(state === "current" ? "bonus:confirm" : "bonus:seeAll")}
            </ButtonLink>
          )}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
