import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Player } from "~/features/howto/player";
import { guidePage } from "~/features/howto/videos";
import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { Transcript } from "./transcript";

export const handle: RouteHandle = { title: "howto:pageTitle" };

export function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = guidePage(context, params.name);
  const from = new URL(request.url).searchParams.get("from");
  // Only the begin of a step, so that no other text of a link gets into the page.
  const start = page.steps.find(({ at }) => at !== null && String(at) === from)?.at ?? null;
  return json({ ...page, start });
}

export default function Guide() {
  const { name, word, heading, steps, video, length, size, next, nextLength, start } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Sheet title={heading} back="/howto">
      <SheetBody>
        <p>{t(`howto:lead${word}`)}</p>
        {video && (
          <div className="stack" data-gap="small">
            <Player
              title={heading}
              name={name}
              video={video}
              captions={steps.every(({ at }) => at !== null)}
              start={start}
            />
            <p className="meta">
              {t("howto:size", { length: length!, size: size! })}
              <br />
              {t("howto:unloaded")}
            </p>
            <a className="link" href={video.src}>
              {t("howto:openFile")}
            </a>
          </div>
        )}
        <Transcript name={name} steps={steps} start={start} />
        {next && (
          <ul className="list">
            <li>
              <a className="row" href={`/howto/${next.name}`}>
                <span className="mark" data-tone="info">
                  <Icon name={next.icon} />
                </span>
                <span className="row-main">
                  <strong>{t("howto:next", { title: t(`howto:title${next.word}`) })}</strong>
                  {nextLength && (
                    <>
                      <br />
                      <span className="row-meta">{nextLength}</span>
                    </>
                  )}
                </span>
                <Icon name="next" />
              </a>
            </li>
          </ul>
        )}
      </SheetBody>
    </Sheet>
  );
}
