import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { readAgreement } from "~/features/agreement/read";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { Markup } from "~/ui/markup";
import { NotLoaded } from "~/ui/not-loaded";
import { useT } from "~/ui/request";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "conditions:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  const [read, agreement] = await Promise.all([soft(context.operator.lookupConditions()), readAgreement(context)]);
  const conditions = read?.conditions.map(context.markup).filter((html) => html.trim() !== "") ?? null;
  return { failed: conditions === null, conditions, hasAgreement: Boolean(agreement?.texts.length) };
}

/** The operator's terms of use. Where scripts run they appear after 200 ms, as the specification has it. */
export default function Conditions() {
  const { conditions, hasAgreement } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <h1>{t("conditions:title")}</h1>
        {conditions === null ? (
          <NotLoaded title={t("conditions:notLoaded")} />
        ) : conditions.length === 0 ? (
          <p>{t("conditions:none")}</p>
        ) : (
          <div className="card" data-late="">
            {conditions.map((html, index) => (
              <Markup key={index} html={html} />
            ))}
          </div>
        )}
        {hasAgreement && (
          <ButtonLink variant="quiet" href="/user/agreement">
            {t("agreement:title")}
          </ButtonLink>
        )}
        <p className="meta" data-align="center">
          {t("conditions:questions")} <a href="/user/contact">{t("common:contactUs")}</a>
        </p>
      </main>
    </Hub>
  );
}
