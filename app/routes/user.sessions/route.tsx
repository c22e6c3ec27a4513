import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { NotLoaded } from "~/ui/not-loaded";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { SessionRow } from "./session-row";

export const handle: RouteHandle = { title: "sessions:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  return { sessions: (await soft(context.session.all())) ?? null };
}

/** Signs out the other devices. */
export async function action({ context }: ActionFunctionArgs) {
  context.requireMember();
  if (!(await context.session.endOthers())) return json({ fault: "sessions:notEnded" as const }, { status: 503 });
  context.flash({ tone: "good", text: "sessions:ended" });
  return redirect("/user/sessions", 303);
}

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const others = sessions?.some(({ isThis }) => !isThis) ?? true;
  return (
    <Sheet title={t("sessions:title")} back="/user/profile">
      <form method="post">
        <CsrfToken />
        <SheetBody>
          {answer && (
            <Alert tone="bad" role="alert">
              <p>{t(answer.fault)}</p>
            </Alert>
          )}
          <p className="meta">{t("sessions:lead")}</p>
          {sessions ? (
            <ul className="list">
              {sessions.map((session, index) => (
                <SessionRow key={index} session={session} />
              ))}
            </ul>
          ) : (
            <NotLoaded title={t("sessions:notLoaded")} />
          )}
          {!others && <p className="meta">{t("sessions:alone")}</p>}
        </SheetBody>
        {others && (
          <SheetFoot>
            <Button size="large" width="full">
              {t("sessions:endOthers")}
            </Button>
          </SheetFoot>
        )}
      </form>
    </Sheet>
  );
}
