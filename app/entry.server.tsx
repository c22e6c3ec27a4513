import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { instances } from "./i18n";
import { RequestProvider } from "./ui/request";

/** Renders the page to a string rather than a stream: pages are small, and the server compresses them in one step. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const html = renderToString(
    <I18nextProvider i18n={instances[context.locale]}>
      <RequestProvider context={context}>
        <RemixServer context={remix} url={request.url} />
      </RequestProvider>
    </I18nextProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/**
 * Logs errors of loaders, actions and rendering, with the request's reference, which the error page shows. An aborted
 * request is not an error.
 */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (!request.signal.aborted) context.log.error({ err: error }, "page failed");
}
