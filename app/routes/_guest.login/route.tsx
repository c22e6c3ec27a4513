import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, refused, soft } from "~/actions";
import type { TextKey } from "~/i18n";
import { Alert } from "~/ui/alert";
import { WayOnFor } from "~/ui/ask-support";
import { Button, ButtonLink } from "~/ui/button";
import { PasswordField, TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { Hub } from "~/ui/hub";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { LoginForm } from "./form";
import { signIn } from "./sign-in";

export const handle: RouteHandle = { title: "login:title", ground: "cloth" };
export const headers = answerHeaders;

/** Where members land anyway: who is sent here from there was not interrupted. */
const STARTS: (string | null)[] = [null, "/user", "/user/home"];
const PASSWORD = "/user/profile/password";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const active = await soft(context.operator.lookupActive());
  if (active?.terminated) throw redirect("/terminated");
  const nextUrl = new URL(request.url).searchParams.get("nextUrl");
  // A second tap on a new password comes with a session that the first one has ended.
  const reason: TextKey = nextUrl === PASSWORD ? "login:newPassword" : "login:toContinue";
  return {
    typed: context.takeDraft("/login"),
    flash: context.takeFlash(),
    reason: STARTS.includes(nextUrl) ? null : reason,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: LoginForm(context.site) });
  if (submission.status !== "success") return refused(submission);
  const { username, password, remember } = submission.value;
  const fault = await signIn(context, { username, password, remember: remember === "1" });
  if (fault) return refused(submission, { ...fault, form: fault.text });
  return redirect(context.safeRedirect(new URL(request.url).searchParams.get("nextUrl")), 303);
}

export default function Login() {
  const { typed, flash, reason } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage } = useRequest();
  const [form, fields] = useForm<{ username: string; password: string; remember?: string }>({
    id: "login",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const { key, ...remember } = getInputProps(fields.remember, { type: "checkbox", value: "1" });
  return (
    <Hub ground="cloth" form={form.id}>
      <main id="main">
        <header className="cloth welcome">
          <h1>{t("login:title")}</h1>
          <p className="meta">{t("login:lead")}</p>
        </header>
        <div className="page">
          <form className="card" method="post" {...getFormProps(form)} noValidate={undefined}>
            <CsrfToken />
            {flash && !answer && <Alert tone={flash.tone}>{translateMessage(flash.text)}</Alert>}
            {reason && !flash && !answer && <Alert tone="info">{t(reason)}</Alert>}
            {form.errors ? (
              <Alert tone="bad" role="alert" focus>
                <p>
                  <strong>{t("login:failed")}</strong>
                  <br />
                  {translateMessage(form.errors[0]!)} <WayOnFor error={form.errors[0]} />
                </p>
              </Alert>
            ) : (
              <FormErrors form={form} />
            )}
            <TextField
              meta={fields.username}
              label={t("login:phone")}
              icon="phone"
              inputMode="tel"
              autoComplete="username"
              maxLength={24}
              required
            />
            <PasswordField
              meta={fields.password}
              label={t("login:password")}
              autoComplete="current-password"
              required
            />
            <label className="check">
              <input key={key} {...remember} />
              {t("login:remember")}
            </label>
            <Button size="large" width="full">
              {t("login:submit")}
            </Button>
          </form>
          <p className="cluster" data-justify="center">
            <span className="meta">{t("login:noAccount")}</span>
            <ButtonLink variant="secondary" size="small" href="/register">
              {t("login:register")}
            </ButtonLink>
          </p>
          <p className="cluster" data-justify="center">
            <span className="meta">{t("login:forgotten")}</span>
            <ButtonLink variant="quiet" size="small" href="/contact">
              {t("common:contactUs")}
            </ButtonLink>
          </p>
        </div>
      </main>
    </Hub>
  );
}
