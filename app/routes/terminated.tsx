import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { TopBar } from "~/ui/hub";
import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { lineOf } from "~/features/contact/support";
import { soft } from "~/actions";
import { plainLines } from "~/lib/plain-text";

export const handle: RouteHandle = { title: "terminated:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  // When the service is closed, every call throws a redirect to this page: what cannot be read is left out.
  const contact = await soft(context.operator.lookupContact()).catch(() => undefined);
  return json(
    {
      lines: plainLines(contact?.contactText ?? ""),
      line: contact ? lineOf(contact) : null,
    },
    { status: 410 },
  );
}

export default function Terminated() {
  const { lines, line } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <>
      <TopBar />
      <main className="page" data-align="center" id="main">
        <HeroMark tone="warn" icon="lock" />
        <div className="stack" data-gap="small">
          <h1 className="title">{t("terminated:heading")}</h1>
          <p>{t("terminated:body")}</p>
          {lines.map((text) => (
            <p key={text} className="meta">
              {text}
            </p>
          ))}
        </div>
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
