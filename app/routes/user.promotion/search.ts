import { parseWithZod } from "@conform-to/zod/v4";
import type { AppLoadContext } from "@remix-run/node";
import type { promotion } from "../../../server/operator/contract/promotion";
import type { Output } from "../../../server/operator/endpoint";
import { soft } from "~/actions";
import { SearchForm } from "~/features/promotion/code";

export type Promotion = NonNullable<Output<(typeof promotion)["findPromotion"]>>;

/**
 * Looks up the code in a query. `result` says what is wrong with the code; `promotion` is undefined if it could not be
 * looked up, null if there is none. `retryAfter`: seconds.
 */
export async function searchPromotion(context: AppLoadContext, query: URLSearchParams) {
  const submission = parseWithZod(query, { schema: SearchForm });
  if (submission.status !== "success") return { status: 422, result: submission.reply(), promotion: null };
  const retryAfter = await context.limit("promotion", context.requireMember().id);
  if (retryAfter !== null) {
    const result = submission.reply({ formErrors: ["errors:REQUEST_LIMIT"] });
    return { status: 429, retryAfter, result, promotion: null };
  }
  const { code } = submission.value;
  const promotion = await soft(context.operator.findPromotion({ code }));
  if (promotion === undefined) return { status: 503, result: null, promotion };
  if (promotion === null) {
    const result = submission.reply({ fieldErrors: { code: ["promotion:notFound"] } });
    return { status: 200, result, promotion };
  }
  return { status: 200, result: null, promotion: { ...promotion, code } };
}
