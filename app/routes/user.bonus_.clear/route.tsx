import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readHeld } from "~/features/bonus/held";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Holding } from "~/ui/holding";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { amountOf } from "./forfeit";

export const handle: RouteHandle = { title: "bonus:cancel", back: "/user/bonus" };

export async function loader({ context }: LoaderFunctionArgs) {
  const [held, formKey] = await Promise.all([readHeld(context), openMoneyForm(context, "clearBonus")]);
  if (held === undefined) throw new Response(null, { status: 503 });
  // The bonus has ended, perhaps by this form before the member came back to it.
  if (held === null) throw redirect("/user/bonus", 303);
  return { held, formKey, received: await amountOf(context, held) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: z.object({}) });
  return runOperation(context, "clearBonus", {}, form, submission);
}

/** Asks before the bonus is cancelled, which cannot be undone, and says what that costs. */
export default function ClearBonus() {
  const { held, formKey, received } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money, path } = useRequest();
  const [form] = useForm({ id: "clear", lastResult: answer?.result });
  const { kind, canClear, minimum, total } = held;
  const isUnread = !canClear && minimum === null;
  return (
    <Sheet title={t("bonus:cancel")} back="/user/bonus" close>
      <form method="post" {...getFormProps(form)}>
        <FormKey value={formKey} />
        {answer && "confirm" in answer && answer.confirm === true && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody align="center">
          <FormErrors form={form} />
          <HeroMark tone={canClear ? "bad" : "info"} icon={canClear ? "warning" : undefined} />
          <div className="stack" data-gap="small" data-align="center">
            <h2 className="title">
              {t(isUnread ? "bonus:distanceNotLoaded" : canClear ? "bonus:clearAsk" : "bonus:clearNot")}
            </h2>
            {canClear && <p>{t("bonus:clearLead")}</p>}
            {!canClear && minimum !== null && <p>{t("bonus:clearNotMore", { minimum: money(minimum) })}</p>}
          </div>
          <div className="card">
            <Facts
              pairs={[
                [t("bonus:held"), t(kind)],
                [t("bonus:clearReceived"), canClear && received !== null ? <Money amount={received} /> : null],
                [t("bonus:clearTaken"), canClear ? <Money amount={0} /> : null],
                [t(canClear ? "bonus:clearStays" : "bonus:total"), <Holding key="total" amount={total} />],
              ]}
            />
          </div>
        </SheetBody>
        <SheetFoot>
          {canClear && (
            <Button variant="danger" size="large" width="full">
              {t("bonus:cancel")}
            </Button>
          )}
          {isUnread && (
            <ButtonLink size="large" width="full" href={path}>
              {t("common:tryAgain")}
            </ButtonLink>
          )}
          <ButtonLink variant="quiet" width="full" href="/user/bonus">
            {t("bonus:clearKeep")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
