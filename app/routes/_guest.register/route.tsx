import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import { resendTime, sendCode } from "~/features/register/one-time-code";
import { answerFault, arrived, enter, stepPath } from "~/features/register/steps";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { RegistrationStep } from "~/features/register/step-head";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { inviteCode, PhoneForm } from "./form";

export const handle: RouteHandle = { title: "register:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const address = new URL(request.url);
  if (address.searchParams.has("code")) {
    const code = inviteCode(address.searchParams.get("code"));
    if (code) context.invite.store(code);
    throw redirect(stepPath.phone);
  }
  const { username = "" } = enter(context, "phone");
  const typed = { username, ...context.takeDraft(stepPath.phone) };
  const otp = await soft(context.operator.lookupRegisterOTP());
  return {
    typed,
    found: arrived(context, "phone", typed),
    sendsCode: otp?.registerOTP !== false,
    invited: context.invite.read(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: PhoneForm(context.site.phoneDigits) });
  if (submission.status !== "success") return refused(submission);
  const { username } = submission.value;
  const wizard = context.wizard.read();
  if (username === wizard.username && wizard.verified) return redirect(stepPath.profile, 303);
  // The form was sent again with the same number: the code already sent is still valid.
  if (username === wizard.username && wizard.otpToken && resendTime(context, wizard))
    return redirect(stepPath.otp, 303);
  const next = await sendCode(context, username);
  return typeof next === "string" ? redirect(stepPath[next], 303) : answerFault(context, "phone", next, submission);
}

export default function RegisterPhone() {
  const { typed, found, sendsCode, invited } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, site } = useRequest();
  const [form, fields] = useForm<{ username: string }>({
    id: "phone",
    lastResult: answer?.result ?? found,
    defaultValue: typed,
  });
  return (
    <Sheet title={t("register:title")} back="/login" language={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <SheetBody>
          <RegistrationStep step="phone" title={t("register:phoneHeading")}>
            {sendsCode ? t("register:phoneLead") : t("register:phoneLeadNoCode")}
          </RegistrationStep>
          <FormErrors form={form} />
          <TextField
            meta={fields.username}
            label={t("login:phone")}
            hint={site.phoneDigits ? t("register:phoneHint", { digits: site.phoneDigits }) : t("register:phoneHintLao")}
            icon="phone"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            required
          />
          {invited && <p className="meta">{t("register:invitedWith", { code: invited })}</p>}
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {sendsCode ? t("register:sendCode") : t("register:next")}
          </Button>
          <p className="cluster" data-justify="center">
            <span className="meta">{t("register:haveAccount")}</span>
            <ButtonLink variant="quiet" size="small" href="/login">
              {t("common:navLogin")}
            </ButtonLink>
          </p>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
