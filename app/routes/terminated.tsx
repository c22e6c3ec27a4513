import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { TopBar } from "~/ui/hub";
import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { knownContact, lineOf } from "~/features/contact/support";
import { Markup } from "~/ui/markup";

export const handle: RouteHandle = { title: "terminated:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  // When the service is closed, every call is refused: then what it said last counts, or the settings.
  const known = await knownContact(context);
  return json(
    { text: known && context.markup(known.contact.contactText), line: known && lineOf(known.contact) },
    { status: 410 },
  );
}

export default function Terminated() {
  const { text, line } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <>
      <TopBar ground="paper" />
      <main className="page" data-align="center" id="main">
        <HeroMark tone="warn" icon="lock" />
        <div className="stack" data-gap="small">
          <h1 className="title">{t("terminated:heading")}</h1>
          <p>{t("terminated:body")}</p>
        </div>
        <section className="card" aria-labelledby="money">
          <h2 id="money">{t("terminated:money")}</h2>
          <ol className="timeline">
            <li>{t("terminated:moneyAsk")}</li>
            <li>{t("terminated:moneyBank")}</li>
            <li>{t("terminated:moneySecret")}</li>
          </ol>
        </section>
        {text ? <Markup html={text} /> : !line && <p>{t("terminated:unknownContact")}</p>}
        {line && (
          <div className="stack" data-gap="small">
            <ButtonLink size="large" width="full" href={line.href} rel="noreferrer">
              <Icon name="contact" />
              {t("terminated:contact", { name: line.name })}
            </ButtonLink>
          </div>
        )}
      </main>
    </>
  );
}
