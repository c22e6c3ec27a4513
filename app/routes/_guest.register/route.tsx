import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, refused, soft } from "~/actions";
import { blockOf, resendTime, sendCode } from "~/features/register/one-time-code";
import { answerFault, arrived, enter, stepPath } from "~/features/register/steps";
import { Confirmed, Question } from "~/features/register/question";
import type { Translate } from "~/i18n";
import { formatDate } from "~/lib/dates";
import { message, readMessage } from "~/lib/message";
import { formatPhone } from "~/lib/phone";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { RegistrationStep } from "~/features/register/step-head";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import type { Site } from "../../../server/context";
import { inviteCode, PhoneForm } from "./form";

export const handle: RouteHandle = { title: "register:title" };
export const headers = answerHeaders;

/** The question whether a number is right that is no mobile number of the market. */
const ASK = "register:askPhone";

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
  const submission = parseWithZod(await request.formData(), { schema: PhoneForm(context.site) });
  if (submission.status !== "success") return refused(submission);
  const { confirmed } = submission.value;
  const { number: username, isMobile } = submission.value.username;
  const wizard = context.wizard.read();
  if (username === wizard.username && wizard.verified) return redirect(stepPath.profile, 303);
  if (username === wizard.username && blockOf(context, wizard) !== null) return redirect(stepPath.otp, 303);
  // The form was sent again with the same number: the code already sent is still valid.
  if (username === wizard.username && wizard.otpToken && resendTime(context, wizard))
    return redirect(stepPath.otp, 303);
  if (!isMobile && confirmed !== username)
    return refused(submission, { form: message(ASK, { phone: formatPhone(username), number: username }) });
  const next = await sendCode(context, username);
  return typeof next === "string" ? redirect(stepPath[next], 303) : answerFault(context, "phone", next, submission);
}

function phoneHint(t: Translate, { market, phoneDigits }: Site): string {
  if (phoneDigits) return t("register:phoneHint", { digits: phoneDigits });
  return t(market === "la" ? "register:phoneHintLao" : "register:phoneHintBoth");
}

export default function RegisterPhone() {
  const { typed, found, sendsCode, invited } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage, site } = useRequest();
  const [form, fields] = useForm<{ username: string; confirmed?: string }>({
    id: "phone",
    lastResult: answer?.result ?? found,
    defaultValue: typed,
  });
  const [fault = ""] = form.errors ?? [];
  const { key, params } = readMessage(fault);
  const asked = key === ASK;
  const go = asked ? t("register:phoneRight") : sendsCode ? t("register:sendCode") : t("register:next");
  return (
    <Sheet title={t("register:title")} back="/login" form={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <SheetBody>
          <RegistrationStep step="phone" title={t("register:phoneHeading")}>
            {sendsCode ? t("register:phoneLead") : t("register:phoneLeadNoCode")}
          </RegistrationStep>
          {asked ? (
            <Question text={translateMessage(fault)} wayOn={t("register:askPhoneWayOn")} />
          ) : (
            <FormErrors form={form} />
          )}
          <Confirmed value={asked ? params.number : fields.confirmed.initialValue} />
          <TextField
            meta={fields.username}
            label={t("login:phone")}
            hint={phoneHint(t, site)}
            icon="phone"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            required
          />
          {invited && (
            <p className="meta">
              {t("register:invitedWith", { code: invited.code, day: formatDate(invited.until, site.timeZone) })}
            </p>
          )}
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {go}
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
