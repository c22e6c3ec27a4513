import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GUIDES, sizesOf } from "~/features/howto/videos";
import { Badge } from "~/ui/alert";
import { useAppName } from "~/ui/app-name";
import { Hub } from "~/ui/hub";
import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "howto:pageTitle" };

export function loader({ context: { site } }: LoaderFunctionArgs) {
  return json({ guides: GUIDES.map((guide) => ({ ...guide, ...sizesOf(site.howto[guide.name] ?? null) })) });
}

export default function Howto() {
  const { guides } = useLoaderData<typeof loader>();
  const t = useT();
  const hasVideos = guides.some(({ length }) => length);
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <header>
          <h1>{t("howto:title", { name: useAppName() })}</h1>
          <p className="meta">{t(hasVideos ? "howto:lead" : "howto:leadText")}</p>
        </header>
        <ul className="list">
          {guides.map(({ name, word, icon, length }) => (
            <li key={name}>
              <a className="row" href={`/howto/${name}`}>
                <span className="mark" data-tone="info">
                  <Icon name={icon} />
                </span>
                <span className="row-main">
                  <strong>{t(`howto:title${word}`)}</strong>
                  <br />
                  <span className="row-meta">{t(`howto:lead${word}`)}</span>
                </span>
                {length && <Badge icon="video">{length}</Badge>}
              </a>
            </li>
          ))}
        </ul>
      </main>
    </Hub>
  );
}
