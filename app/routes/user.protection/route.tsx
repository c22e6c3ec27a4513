import { parseWithZod } from "@conform-to/zod/v4";
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused } from "~/actions";
import { daysText } from "~/features/protection/days";
import { PERIODS } from "~/features/protection/periods";
import type { RouteHandle } from "~/root";
import { formatDateTime } from "~/lib/dates";
import { formatElapsed } from "~/lib/elapsed";
import { formatMoney } from "~/lib/money";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { Hindrance, Standing } from "../../../server/protection/types";
import { LimitsForm } from "./form";
import { Limits } from "./limits";
import { Stopped } from "./stopped";

export const handle: RouteHandle = { title: "protection:title", back: "/user/home" };

const HINDRANCES: readonly Hindrance[] = ["break", "limit", "unread"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { protection, log } = context;
  const asked = new URL(request.url).searchParams.get("stopped");
  const hindrance = HINDRANCES.find((one) => one === asked) ?? null;
  try {
    const { breakDays, raiseHours } = protection;
    return json({
      kept: await protection.read(),
      hindrance,
      visitSince: protection.visitSince(),
      breakDays,
      raiseHours,
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, "a member's limits could not be read");
    return json({ kept: null, failed: true }, 503);
  }
}

/** Saves the limits, or raises the one that the member confirms. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { currency } = context.requireMember();
  const form = await request.formData();
  const raised = PERIODS.find((period) => period === form.get("raise"));
  if (form.has("raise") && !raised) throw new Response(null, { status: 404 });
  const submission = parseWithZod(form, { schema: LimitsForm({ money: (minor) => formatMoney(minor, currency) }) });
  if (submission.status !== "success") return refused(submission);
  const { day = null, week = null, month = null } = submission.value;
  let standing: Standing;
  try {
    standing = await (raised ? context.protection.raise(raised) : context.protection.limit({ day, week, month }));
  } catch (error) {
    context.log.error({ err: error }, "a member's limits could not be saved");
    return refused(submission, { form: "protection:notSaved", status: 503 });
  }
  context.flash({ tone: "good", text: standing === "waits" ? "protection:asked" : "protection:saved" });
  return redirect("/user/protection", 303);
}

/** The time on this site, deposit limits, breaks, and who helps: what the strip above every page leads to. */
export default function ProtectionPage() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, member, site, now } = useRequest();
  if (!data.kept)
    return (
      <Sheet title={t("protection:title")} back="/user/home">
        <SheetBody>
          <NotLoaded title={t("protection:notLoaded")} />
        </SheetBody>
      </Sheet>
    );
  const { kept, hindrance, visitSince, breakDays, raiseHours } = data;
  const { limits, used, left, breakUntil } = kept;
  return (
    <Sheet title={t("protection:title")} back="/user/home" form="limit">
      <SheetBody>
        <Stopped hindrance={hindrance} breakUntil={breakUntil} left={left} />
        <Facts
          pairs={[
            [t("protection:visit"), formatElapsed(Math.floor((now - visitSince) / 1000))],
            [t("protection:signedIn"), <time key="since">{formatDateTime(member!.since, site.timeZone)}</time>],
          ]}
        />
        <Limits limits={limits} used={used} hours={raiseHours} result={answer?.result} />
        <section className="section" aria-labelledby="break">
          <h2 id="break">{t("protection:break")}</h2>
          {breakUntil === null ? (
            <p className="meta">{t("protection:breakLead")}</p>
          ) : (
            <Alert tone="info">
              <p>{t("protection:breakUntil", { time: formatDateTime(breakUntil, site.timeZone) })}</p>
            </Alert>
          )}
          <div className="cluster">
            {breakDays.map((days) => (
              <ButtonLink key={days} variant="secondary" size="small" href={`/user/protection/break?days=${days}`}>
                {daysText(t, days)}
              </ButtonLink>
            ))}
          </div>
          <p className="meta">
            {t("protection:longer")} <a href="/user/contact">{t("common:contactUs")}</a>
          </p>
        </section>
        <section className="section" aria-labelledby="test">
          <h2 id="test">{t("protection:test")}</h2>
          <ol className="timeline">
            <li>{t("protection:testMoney")}</li>
            <li>{t("protection:testLies")}</li>
          </ol>
          <p>{t("protection:testMore")}</p>
          <ButtonLink variant="secondary" width="full" href="/user/contact#help">
            {t("protection:helpers")}
          </ButtonLink>
        </section>
        <p className="meta">{t("protection:coverage")}</p>
      </SheetBody>
    </Sheet>
  );
}
