import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { RequestProvider } from "./ui/request";

/** Renders the whole page to one string: it is small, and is compressed in one go by the server. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const html = renderToString(
    <RequestProvider context={context}>
      <RemixServer context={remix} url={request.url} />
    </RequestProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Failures of loaders, actions and rendering: logged with the request's reference, which the error page shows. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }) {
  context.log.error({ err: error }, "page failed");
}
