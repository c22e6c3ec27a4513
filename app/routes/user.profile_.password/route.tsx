import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { refused, writeFault } from "~/actions";
import { Button } from "~/ui/button";
import { PasswordField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { isIncomplete, PasswordForm } from "./form";
import { NotKnown } from "./not-known";

export const handle: RouteHandle = { title: "password:title" };

/** The call is sent once. No password is ever part of an answer. */
export async function action({ request, context }: ActionFunctionArgs) {
  context.requireMember();
  const form = await request.formData();
  if (isIncomplete(form)) return redirect("/user/profile/password", 303);
  const submission = parseWithZod(form, { schema: PasswordForm });
  if (submission.status !== "success") return refused(submission);
  const { oldPassword, newPassword } = submission.value;
  const outcome = await context.account.changePassword({ oldPassword, newPassword });
  if (outcome.kind === "unknown") return json({ isUnknown: true } as const, 503);
  const fault = writeFault(context, outcome, "password:notSent");
  if (fault) {
    const isOld = outcome.kind === "refused" && outcome.fields.includes("oldPassword");
    return refused(submission, {
      ...fault,
      ...(isOld ? { fields: { oldPassword: fault.text } } : { form: fault.text }),
    });
  }
  const renewed = await context.session.renew();
  context.flash(renewed ? { tone: "good", text: "password:saved" } : { tone: "warn", text: "password:savedHere" });
  return redirect("/user/profile", 303);
}

export default function ChangePassword() {
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const result = answer && "result" in answer ? answer.result : undefined;
  const [form, fields] = useForm<Record<"oldPassword" | "newPassword" | "confirmPassword", string>>({
    id: "password",
    lastResult: result,
  });
  if (answer && "isUnknown" in answer) return <NotKnown />;
  const labels = {
    oldPassword: t("password:old"),
    newPassword: t("password:new"),
    confirmPassword: t("password:again"),
  };
  return (
    <Sheet title={t("password:title")} back="/user/profile">
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <SheetBody>
          <FormErrors form={form} labels={labels} />
          <p className="meta">{t("password:lead")}</p>
          <PasswordField
            meta={fields.oldPassword}
            label={labels.oldPassword}
            autoComplete="current-password"
            required
          />
          <PasswordField meta={fields.newPassword} label={labels.newPassword} autoComplete="new-password" required />
          <PasswordField
            meta={fields.confirmPassword}
            label={labels.confirmPassword}
            autoComplete="new-password"
            required
          />
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("password:submit")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
