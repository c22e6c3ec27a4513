import { z } from "zod";
import { post } from "../endpoint";
import { anyWord, Instant, Money, PageRequest, Status } from "./fields";
import { neverNull, orNull, page, shownText, spare } from "./reader";

const Description = z.object({ description: shownText() }).meta({ id: "DescriptionSource" });
const Source = neverNull(spare(Description.nullish()));

/** `from` and `to`: `wallet`, a provider code, a bank code or null. `amount` is never negative. At most one source. */
export const Statement = z
  .object({
    statementType: anyWord(["deposit", "bonus", "finish_bonus", "withdraw", "transfer"], "other"),
    status: Status,
    from: orNull(z.string()),
    to: orNull(z.string()),
    amount: Money,
    createdAt: Instant,
    bonus: Source,
    promotion: Source,
    invite: Source,
    refund: Source,
    luckydraw: Source,
  })
  .meta({ id: "Statement" });

/** A movement as reported by the operator; amounts are minor units. */
export type StatementRow = z.output<typeof Statement>;

export const statement = {
  /** Newest first; `total` counts the entries of all pages. */
  listStatements: post("/api/statement", {
    input: PageRequest,
    output: page("statements", Statement, { counted: true }),
  }),
};
