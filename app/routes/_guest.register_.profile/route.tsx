import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, refused, soft } from "~/actions";
import { limited } from "~/features/register/limited";
import { Confirmed, Question } from "~/features/register/question";
import { answerFault, arrived, enter, registerFault, stepPath } from "~/features/register/steps";
import { Button } from "~/ui/button";
import { PasswordField, SelectField, TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { RegistrationStep } from "~/features/register/step-head";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { formatDate } from "~/lib/dates";
import type { RouteHandle } from "~/root";
import { ProfileForm } from "./form";
import { isWeakness, weakness } from "./weak-password";

export const handle: RouteHandle = { title: "register:title" };
export const headers = answerHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  const { name = "", sourceCode = "", inviteCode = "" } = enter(context, "profile");
  const invited = context.invite.read();
  const typed = {
    name,
    sourceCode,
    inviteCode,
    ...context.takeDraft(stepPath.profile),
    ...(invited && { inviteCode: invited.code }),
  };
  const sources = await soft(context.operator.lookupSources());
  return {
    typed,
    found: arrived(context, "profile", typed),
    invited: invited && formatDate(invited.until, context.site.timeZone),
    sources: (sources ?? []).map(({ code, description }) => ({ value: code, label: description })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const wizard = enter(context, "profile");
  const submission = parseWithZod(await request.formData(), { schema: ProfileForm });
  if (submission.status !== "success") return refused(submission);
  const { name, password, sourceCode, inviteCode, confirmed } = submission.value;
  const weak = weakness(password, wizard.username!);
  if (weak && !confirmed) return refused(submission, { form: weak });
  const known = { ...wizard, name, password, sourceCode, inviteCode: context.invite.read()?.code ?? inviteCode };
  const tooMany = await limited(context, "probe", wizard.username!);
  if (tooMany) return answerFault(context, "profile", tooMany, submission);
  const outcome = await context.account.validateAccount({
    username: wizard.username!,
    name,
    password,
    sourceCode,
    inviteCode: known.inviteCode,
    currency: context.site.currencies[0],
  });
  if (outcome.kind !== "answer")
    return answerFault(context, "profile", registerFault(outcome, "register:notChecked"), submission);
  context.wizard.write(known);
  return redirect(stepPath.bank, 303);
}

type Field = "name" | "password" | "confirmPassword" | "sourceCode" | "inviteCode" | "confirmed";

export default function RegisterProfile() {
  const { typed, found, invited, sources } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage } = useRequest();
  const [form, fields] = useForm<Record<Field, string>>({
    id: "profile",
    lastResult: answer?.result ?? found,
    defaultValue: typed,
  });
  const [fault = ""] = form.errors ?? [];
  const asked = isWeakness(fault);
  const labels = {
    name: t("register:name"),
    password: t("login:password"),
    confirmPassword: t("register:confirmPassword"),
    inviteCode: t("register:inviteCode"),
  };
  return (
    <Sheet title={t("register:title")} back={stepPath.phone} form={form.id}>
      {/* The browser would stop at the first empty field, and say nothing of passwords that differ. */}
      <form method="post" {...getFormProps(form)} noValidate>
        <CsrfToken />
        <SheetBody>
          <RegistrationStep step="profile" title={t("register:profileHeading")}>
            {t("register:profileLead")}
          </RegistrationStep>
          {asked ? (
            <Question text={translateMessage(fault)} wayOn={t("register:weakWayOn")} />
          ) : (
            <FormErrors form={form} labels={labels} />
          )}
          <Confirmed value={asked ? "1" : fields.confirmed.initialValue} />
          <div className="stack">
            <TextField meta={fields.name} label={labels.name} autoComplete="nickname" maxLength={100} required />
            <PasswordField
              meta={fields.password}
              label={labels.password}
              hint={t("register:passwordHint")}
              autoComplete="new-password"
              maxLength={100}
              required
            />
            <PasswordField
              meta={fields.confirmPassword}
              label={labels.confirmPassword}
              autoComplete="new-password"
              maxLength={100}
              required
            />
            {sources.length > 0 && (
              <SelectField
                meta={fields.sourceCode}
                label={t("register:source")}
                placeholder={t("register:chooseSource")}
                options={sources}
              />
            )}
            <TextField
              meta={fields.inviteCode}
              label={labels.inviteCode}
              hint={invited ? t("register:inviteFromLink", { day: invited }) : t("register:inviteOptional")}
              locked={invited !== null}
              autoComplete="off"
              maxLength={64}
            />
          </div>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("register:next")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
