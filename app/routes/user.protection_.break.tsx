import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { daysText } from "~/features/protection/days";
import type { RouteHandle } from "~/root";
import { DAY_MS, formatDateTime } from "~/lib/dates";
import { Alert, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

export const handle: RouteHandle = { title: "protection:break", back: "/user/protection" };

/** @throws 404 if nobody offers a break of so many days */
function daysOf({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("days");
  const days = context.protection.breakDays.find((offered) => String(offered) === asked);
  if (!days) throw new Response(null, { status: 404 });
  return days;
}

export const loader = (asked: LoaderFunctionArgs) => ({ days: daysOf(asked) });

export async function action(asked: ActionFunctionArgs) {
  const { context } = asked;
  const days = daysOf(asked);
  try {
    await context.protection.rest(days);
  } catch (error) {
    context.log.error({ err: error }, "a break could not be saved");
    return json({ fault: "protection:notSaved" as const }, 503);
  }
  context.flash({ tone: "good", text: "protection:breakBegun" });
  return redirect("/user/protection", 303);
}

/** Asks before a break begins, which cannot be undone, and says what it turns off. */
export default function Break() {
  const { days } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, now, site } = useRequest();
  return (
    <Sheet title={t("protection:break")} back="/user/protection" close>
      <form method="post">
        <CsrfToken />
        <SheetBody align="center">
          {answer && (
            <Alert tone="bad" role="alert" focus>
              <p>{t(answer.fault)}</p>
            </Alert>
          )}
          <HeroMark tone="warn" />
          <div className="stack" data-gap="small" data-align="center">
            <h2 className="title">{t("protection:breakAsk")}</h2>
            <p>{t("protection:breakFirm")}</p>
          </div>
          <div className="card">
            <Facts
              pairs={[
                [t("protection:break"), daysText(t, days)],
                [t("protection:breakEnds"), formatDateTime(now + days * DAY_MS, site.timeZone)],
                [t("protection:off"), t("protection:offList")],
                [t("protection:on"), t("protection:onList")],
              ]}
            />
          </div>
        </SheetBody>
        <SheetFoot>
          <Button variant="danger" size="large" width="full">
            {t("protection:breakBegin")}
          </Button>
          <ButtonLink variant="quiet" width="full" href="/user/protection">
            {t("protection:breakNot")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
