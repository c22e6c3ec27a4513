import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused } from "~/actions";
import { block, blockOf, resendTime } from "~/features/register/one-time-code";
import { formatPhone } from "~/lib/phone";
import { answerFault, enter, registerFault, stepPath } from "~/features/register/steps";
import { Alert, Flash } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { RegistrationStep } from "~/features/register/step-head";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { CodeForm } from "./form";
import { Locked } from "./locked";

export const handle: RouteHandle = { title: "register:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  const wizard = enter(context, "otp");
  const until = blockOf(context, wizard);
  // The block is over: another code is needed.
  if (until === null && !wizard.otpToken) throw redirect(stepPath.phone, 303);
  const flash = context.takeFlash();
  return {
    phone: formatPhone(wizard.username!),
    otpRef: wizard.otpRef ?? null,
    resendAt: resendTime(context, wizard),
    flash,
    failed: until !== null,
    until,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const wizard = enter(context, "otp");
  const submission = parseWithZod(await request.formData(), { schema: CodeForm });
  if (submission.status !== "success") return refused(submission);
  const { otpToken } = wizard;
  if (!otpToken) return redirect(stepPath.otp, 303);
  const lock = async (seconds?: number) => redirect(stepPath[await block(context, wizard.username!, seconds)], 303);
  const wait = await context.limit("otpVerify", otpToken);
  if (wait !== null) return lock(wait);
  const outcome = await context.account.verifyOtp({ otpToken, otpCode: submission.value.otpCode });
  if (outcome.kind === "answer") {
    context.wizard.write({ ...wizard, verified: true, otpToken: null });
    return redirect(stepPath.profile, 303);
  }
  if (outcome.kind === "refused" && outcome.code === "OTP_BLOCK") return lock(outcome.retryAfterSeconds);
  return answerFault(context, "otp", registerFault(outcome, "register:codeNotChecked"), submission);
}

export default function RegisterCode() {
  const { phone, otpRef, resendAt, flash, until } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage } = useRequest();
  const [form, fields] = useForm<{ otpCode: string }>({ id: "otp", lastResult: answer?.result });
  if (until !== null) return <Locked phone={phone} until={until} />;
  return (
    <Sheet title={t("register:title")} back={stepPath.phone} form={form.id}>
      <SheetBody>
        <RegistrationStep step="otp" title={t("register:codeHeading")}>
          {t("register:sentTo", { phone })}
          {otpRef && (
            <>
              {" · "}
              {t("common:reference")} <code>{otpRef}</code>
            </>
          )}
        </RegistrationStep>
        {flash && !answer && <Flash tone={flash.tone}>{translateMessage(flash.text)}</Flash>}
        <form className="stack" method="post" {...getFormProps(form)} noValidate={undefined}>
          <CsrfToken />
          <FormErrors form={form} />
          <TextField
            meta={fields.otpCode}
            label={t("register:code")}
            className="code-input"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            required
          />
          {/* Inside the form, not in a foot after the other one: text browsers know no button of a form elsewhere. */}
          <Button size="large" width="full">
            {t("register:confirmCode")}
          </Button>
        </form>
        <form className="cluster" method="post" action="/register/otp/resend">
          <CsrfToken />
          <Button variant="secondary" size="small">
            <Icon name="refresh" />
            {t("register:resend")}
          </Button>
          <ButtonLink variant="quiet" size="small" href={stepPath.phone}>
            {t("register:changePhone")}
          </ButtonLink>
        </form>
        <Alert tone="info">
          <p>{resendAt ? t("register:noCodeUntil", { time: resendAt }) : t("register:noCode")}</p>
          <p>{t("register:keepCode")}</p>
        </Alert>
      </SheetBody>
    </Sheet>
  );
}
