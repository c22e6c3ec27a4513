import type { LoaderFunctionArgs } from "@remix-run/node";
import { captionsOf } from "~/features/howto/captions";
import { guideOf, stepsOf } from "~/features/howto/videos";

const LANGUAGES = ["th", "la", "en"] as const;

/** The captions of a tutorial video, as WebVTT, in the language of the query or of the visitor. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const guide = guideOf(params.name);
  const wanted = new URL(request.url).searchParams.get("language");
  const locale = LANGUAGES.find((one) => one === wanted) ?? context.locale;
  const captions = captionsOf(stepsOf(guide, context.site, locale), context.site.howto[guide.name]?.seconds ?? 0);
  if (captions === null) throw new Response(null, { status: 404 });
  return new Response(captions, { headers: { "Content-Type": "text/vtt; charset=utf-8" } });
}
