import { redirect, type AppLoadContext } from "@remix-run/node";
import { writeFault, type Fault } from "~/actions";
import {
  EDIT,
  FIELDS,
  keepDetails,
  keepUnanswered,
  PROFILE,
  takeDetails,
  type Details,
} from "~/features/profile/details";

/**
 * Sends the details once. Sending the same ones twice changes nothing more. Returns where the member goes on: to the
 * profile, or to the form with the operator's refusal at its field; or the fault if nothing was sent.
 */
export async function saveDetails(context: AppLoadContext, details: Details): Promise<Response | Fault> {
  const outcome = await context.account.updateProfile(details);
  if (outcome.kind === "unknown") {
    keepUnanswered(context, details);
    return redirect(PROFILE, 303);
  }
  const fault = writeFault(context, outcome, "profile:notSent");
  if (!fault) {
    takeDetails(context);
    context.flash({ tone: "good", text: "profile:saved" });
    return redirect(PROFILE, 303);
  }
  if (outcome.kind !== "refused") return fault;
  const field = outcome.fields.find((name) => (FIELDS as readonly string[]).includes(name));
  keepDetails(context, details, { ...fault, field });
  return redirect(EDIT, 303);
}
