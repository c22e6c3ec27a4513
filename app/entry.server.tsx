import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { instances } from "./i18n";
import { keepWordsWhole } from "./ui/whole-words";
import { RequestProvider } from "./ui/request";

/**
 * Renders the page to a string rather than a stream: pages are small, and the server compresses them in one step. No
 * script takes the page's own tree over, so it needs no marks of React.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const isRefused = request.method === "POST" && status >= 400;
  const unread = await context.unread();
  const render = (css: string | null) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={instances[context.locale]}>
        <RequestProvider context={{ ...context, assets: { ...context.assets, css }, isRefused, unread }}>
          <RemixServer context={remix} url={request.url} />
        </RequestProvider>
      </I18nextProvider>,
    );
  const page = (css: string | null) => keepWordsWhole(render(css));
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${styled(page, remix, context)}`, { status, headers });
}

/** A first visit gets the styles of its page; one that shows what they do not know gets all there are. */
function styled(page: (css: string | null) => string, { staticHandlerContext }: EntryContext, context: AppLoadContext) {
  const { css, stylesOf } = context.assets;
  const { errors, matches } = staticHandlerContext;
  const shown = errors ? `error:${Object.keys(errors)[0]}` : (matches.at(-1)?.route.id ?? "");
  const own = css === null ? undefined : stylesOf(shown);
  if (!own) return page(css);
  const html = page(own.css);
  if (own.suffices(html)) return html;
  context.log.warn({ page: shown }, "a page showed more than its styles know");
  return page(css);
}

/**
 * Logs errors of loaders, actions and rendering, with the request's reference, which the error page shows. An aborted
 * request is not an error.
 */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted) return;
  // Anybody can post to a page without a form: that is no failure of the page.
  if (isRouteErrorResponse(error) && error.status < 500) context.log.info({ status: error.status }, "request refused");
  else context.log.error({ err: error }, "page failed");
}
