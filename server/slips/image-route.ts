import express, { type RequestHandler } from "express";
import { requireMember } from "../http/guard";
import { localsOf } from "../http/locals";
import { bindReads } from "../operator/views";
import { sendPage } from "../http/plain-page";
import type { Services } from "../services";
import { asyncHandler } from "../http/async-handler";

/** Rows on one page of `/user/slips`. */
const LIMIT = 10;
const NUMBER = /^[1-9]\d{0,5}$/;

/**
 * `GET /user/slips/image?reference=&page=` redirects to the picture of a slip, wherever the operator keeps it. Only
 * slips in the member's own list are served, and only https addresses; the sandbox serves its pictures over http.
 */
export function slipImages({ client, config }: Services): RequestHandler {
  const scheme = config.sandbox ? /^https?:$/ : /^https:$/;
  const isPicture = (url: string) => URL.canParse(url) && scheme.test(new URL(url).protocol);

  const show = asyncHandler(async (request, response) => {
    const { browser, requestId, address } = localsOf(response);
    const query = new URL(request.originalUrl, config.publicOrigin).searchParams;
    const reference = query.get("reference") ?? "";
    const page = NUMBER.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
    const redirect = (location: string) => () => new Response(null, { status: 303, headers: { Location: location } });
    let refusal: string | null = null;
    const reads = bindReads(client, {
      token: browser.session!.token,
      clientIp: address,
      requestId,
      onLogin: redirect(`/login?nextUrl=${encodeURIComponent("/user/slips")}`),
      onGone: redirect("/terminated"),
      onRefused: (text) => (refusal = text),
    });
    try {
      const { slips } = await reads.listSlips({ page, limit: LIMIT });
      const own = slips.some((slip) => slip.reference === reference);
      const url = own ? (await reads.slipImage({ reference })).url : "";
      if (!isPicture(url)) return sendPage(response, { status: 404, page: "missing", back: "/user/slips" });
      response.setHeader("Referrer-Policy", "no-referrer");
      response.redirect(303, url);
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      const location = thrown.headers.get("location");
      if (location) return response.redirect(303, location);
      if (refusal === null) return sendPage(response, { status: 503, page: "failed", back: "/user/slips" });
      browser.flash({ tone: "bad", text: refusal });
      for (const cookie of await browser.save()) response.append("Set-Cookie", cookie);
      response.redirect(303, "/user/slips");
    }
  });
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get("/user/slips/image", requireMember, show);
  return router;
}
