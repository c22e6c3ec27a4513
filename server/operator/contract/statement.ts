import { z } from "zod";
import { post } from "../endpoint";
import { Instant, Money, orNull, PageRequest, Status, word } from "./fields";
import { record } from "./reader";

const Source = z.object({ description: z.string() }).meta({ id: "DescriptionSource" });

/** `from` and `to`: `wallet`, a provider code, a bank code or null. `amount` is never negative. At most one source. */
export const Statement = z
  .object({
    statementType: word(["deposit", "bonus", "finish_bonus", "withdraw", "transfer"], "other"),
    status: Status,
    from: orNull(z.string()),
    to: orNull(z.string()),
    amount: Money,
    createdAt: Instant,
    bonus: Source.nullish(),
    promotion: Source.nullish(),
    invite: Source.nullish(),
    refund: Source.nullish(),
    luckydraw: Source.nullish(),
  })
  .meta({ id: "Statement" });

/** A movement as reported by the operator; amounts are minor units. */
export type StatementRow = z.output<typeof Statement>;

/** Newest first; `total` counts the entries of all pages. */
const StatementList = z.object({ total: z.int().min(0), statements: z.array(Statement) }).meta({ id: "StatementList" });

export const statement = {
  listStatements: post("/api/statement", { input: PageRequest, output: record(StatementList) }),
};
