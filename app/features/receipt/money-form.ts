import type { Submission } from "@conform-to/react";
import { json, redirect, type AppLoadContext } from "@remix-run/node";
import { refused } from "~/actions";
import type { OpName, OpView, RunOutcome } from "../../../server/operations/types";
import type { Json } from "../../../server/operations/json";
import { formatTime } from "~/lib/dates";
import { message } from "~/lib/message";

/** What every money form shows: its key, and the member's last operation on top. */
export interface MoneyForm {
  formKey: string;
  last: OpView | null;
}

/**
 * Opens a money form. While an operation is not finished there is no form: the member is taken to its receipt.
 */
export async function openMoneyForm(context: AppLoadContext, op: OpName): Promise<MoneyForm> {
  const { operations } = context;
  const [open, formKey, last] = await Promise.all([operations.open(), operations.formKey(op), operations.last()]);
  if (open) throw redirect(`/user/receipt/${open.id}`, 303);
  return { formKey, last };
}

/**
 * Runs the operation that a form confirms, once, and answers: 303 to its receipt, 409 with a fresh form when the form was
 * older than the member's last operation, 503 with the form when nothing was sent.
 * `input` carries amounts in minor units; `unrecorded` is what is sent and never written down.
 */
export async function runOperation<T>(
  context: AppLoadContext,
  op: OpName,
  input: Record<string, Json>,
  form: FormData,
  submission: Submission<T, string[]>,
  unrecorded?: unknown,
) {
  const limited = await context.limit("money", context.member!.id);
  if (limited !== null) return refused(submission, { form: "errors:REQUEST_LIMIT" });
  const confirmed = form.get("confirmed") === "1";
  const outcome = await context.operations.run(op, input, String(form.get("k") ?? ""), { confirmed, unrecorded });
  return answer(context, outcome, submission);
}

function answer<T>(context: AppLoadContext, outcome: RunOutcome, submission: Submission<T, string[]>) {
  switch (outcome.kind) {
    case "receipt":
      return redirect(`/user/receipt/${outcome.id}`, 303);
    case "login":
      context.keepDraft(context.path.split("?")[0]!, texts(submission.payload));
      return redirect(`/login?nextUrl=${encodeURIComponent(context.path)}`, 303);
    case "stale":
      return json({ result: submission.reply({ formErrors: ["receipt:stale"] }), confirm: false }, { status: 409 });
    case "confirm":
      return json({ result: submission.reply({ formErrors: ["receipt:confirm"] }), confirm: true }, { status: 409 });
    case "closed":
      return json(
        { result: submission.reply({ formErrors: [closedText(context, outcome)] }), confirm: false },
        { status: 503 },
      );
  }
}

function closedText(context: AppLoadContext, { reason, until }: Extract<RunOutcome, { kind: "closed" }>) {
  if (reason === "busy") return "receipt:busy";
  return until ? message("receipt:closedUntil", { time: formatTime(until, context.site.timeZone) }) : "receipt:closed";
}

const texts = (payload: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(payload).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/**
 * Where a preset or swap button leads: the same page with what was typed in its address, so that the buttons work without a script.
 * Null when the form was really submitted.
 */
export function restated(form: FormData, path: string, change: (fields: URLSearchParams) => void): Response | null {
  if (!form.has("preset") && !form.has("swap")) return null;
  const fields = new URLSearchParams();
  for (const [name, value] of form)
    if (!["k", "_t", "preset", "swap", "confirmed"].includes(name) && typeof value === "string" && value)
      fields.set(name, value);
  change(fields);
  return redirect(`${path}?${fields}`, 303);
}
