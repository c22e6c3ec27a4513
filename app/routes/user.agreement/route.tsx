import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AgreementButtons } from "~/features/agreement/agreement-buttons";
import { readAgreement } from "~/features/agreement/read";
import { formatDate } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Markup } from "~/ui/markup";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "agreement:title", back: "/user/home" };

export async function loader({ context }: LoaderFunctionArgs) {
  const agreement = await readAgreement(context);
  return { failed: agreement === null, agreement };
}

/** Only the version that the member has read can be accepted. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const agreement = await readAgreement(context);
  if (!agreement) return json({ fault: null }, 503);
  const accepted = form.get("answer") === "accept";
  if (accepted && form.get("hash") !== agreement.hash) return json({ fault: "agreement:changed" } as const, 422);
  context.agreement.answer(agreement.hash, accepted);
  if (accepted) context.flash({ tone: "good", text: "agreement:accepted" });
  return redirect("/user/home", 303);
}

export default function Agreement() {
  const { agreement } = useLoaderData<typeof loader>();
  const fault = useActionData<typeof action>()?.fault;
  const { t, site } = useRequest();
  const isEmpty = agreement?.texts.length === 0;
  const until = agreement?.acceptedUntil ?? null;
  return (
    <Sheet title={t("agreement:title")} back="/user/home" close>
      <form method="post">
        <SheetBody>
          {fault && (
            <Alert tone="bad" role="alert" focus>
              <p>{t(fault)}</p>
            </Alert>
          )}
          {agreement === null ? (
            <NotLoaded title={t("agreement:notLoaded")} />
          ) : isEmpty ? (
            <p>{t("agreement:none")}</p>
          ) : (
            <>
              <p>
                {until === null
                  ? t("agreement:lead")
                  : t("agreement:acceptedUntil", { day: formatDate(until, site.timeZone) })}
              </p>
              <div className="card">
                {agreement.texts.map((html, index) => (
                  <Markup key={index} html={html} />
                ))}
              </div>
            </>
          )}
        </SheetBody>
        <SheetFoot>
          {agreement && !isEmpty && until === null ? (
            <AgreementButtons hash={agreement.hash} />
          ) : (
            <ButtonLink variant="secondary" width="full" href="/user/home">
              {t("common:backHome")}
            </ButtonLink>
          )}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
