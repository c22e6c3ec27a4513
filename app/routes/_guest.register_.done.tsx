import { json, redirect, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { formatPhone } from "~/lib/phone";
import { useT } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "register:doneTitle" };

/** The page redirects after two seconds with a Refresh header, which needs no script. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  const { done } = context.wizard.read();
  if (!done) throw redirect("/login");
  return json({ phone: formatPhone(done) }, { headers: { Refresh: "2; url=/login" } });
}

export default function RegisterDone() {
  const { phone } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Sheet title={t("register:title")} back="/login" close>
      <SheetBody align="center">
        <HeroMark tone="good" />
        <div className="stack" data-gap="small" role="status">
          <h2 className="title">{t("register:doneHeading")}</h2>
          <p>{t("register:welcome", { phone })}</p>
          <p className="meta">{t("register:doneGoing")}</p>
        </div>
      </SheetBody>
      <SheetFoot>
        <ButtonLink size="large" width="full" href="/login">
          {t("common:navLogin")}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}
