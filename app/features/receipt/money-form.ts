import type { Submission } from "@conform-to/react";
import { json, redirect, type AppLoadContext } from "@remix-run/node";
import { refused, SECRETS } from "~/actions";
import type { OpName, RunOutcome } from "../../../server/operations/types";
import type { Json } from "../../../server/operations/json";
import { formatTime } from "~/lib/dates";
import { message } from "~/lib/message";

/** The key of a new money form. @throws a redirect to the receipt of the member's open operation, if there is one */
export async function openMoneyForm({ operations }: AppLoadContext, op: OpName): Promise<string> {
  const [open, formKey] = await Promise.all([operations.open(op), operations.formKey(op)]);
  if (open) throw redirect(`/user/receipt/${open.id}`, 303);
  return formKey;
}

/** As `sendOperation`; answers 303 to the receipt. */
export async function runOperation<T>(...form: Parameters<typeof sendOperation<T>>) {
  const sent = await sendOperation(...form);
  return "receipt" in sent ? redirect(`/user/receipt/${sent.receipt}`, 303) : sent;
}

/**
 * Runs the operation of a confirmed form, at most once. Gives the id of its receipt; otherwise it answers, 409 with a new
 * form if the member has started another operation since the form was opened, 503 with the form if nothing was sent.
 * Amounts in `input` are minor units; `unrecorded` is sent but never stored.
 */
export async function sendOperation<T>(
  context: AppLoadContext,
  op: OpName,
  input: Record<string, Json>,
  form: FormData,
  submission: Submission<T, string[]>,
  unrecorded?: unknown,
) {
  const limited = await context.limit("money", context.requireMember().id);
  if (limited !== null) return refused(submission, { form: "errors:REQUEST_LIMIT" });
  const confirmed = form.get("confirmed") === "1";
  const outcome = await context.operations.run(op, input, String(form.get("k") ?? ""), { confirmed, unrecorded });
  return answer(context, op, outcome, submission);
}

function answer<T>(context: AppLoadContext, op: OpName, outcome: RunOutcome, submission: Submission<T, string[]>) {
  const reply = (fault: string) => submission.reply({ formErrors: [fault], hideFields: [...SECRETS] });
  switch (outcome.kind) {
    case "receipt":
      return { receipt: outcome.id };
    case "login":
      context.keepDraft(context.path.split("?")[0]!, texts(submission.payload));
      return redirect(`/login?nextUrl=${encodeURIComponent(context.path)}`, 303);
    case "gone":
      return context.accountGone();
    case "hindered":
      return context.protection.stopped(outcome.by);
    case "stale":
      return json({ result: reply("receipt:stale"), confirm: false }, { status: 409 });
    case "confirm":
      return json(
        { result: reply(op === "spin" ? "receipt:confirmSpin" : "receipt:confirm"), confirm: true },
        { status: 409 },
      );
    case "closed":
      return json({ result: reply(closedText(context, outcome)), confirm: false }, { status: 503 });
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
 * Redirect of a preset or swap button: to the same page, with the typed values in its query, so that the buttons work
 * without the script. Null if the form itself was submitted.
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
