import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { soft } from "~/actions";
import { qrProvider } from "~/features/deposit/channels";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { Alert, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

export const handle: RouteHandle = { title: "qr:cancelQr", back: "/user/deposit" };

const CancelForm = z.object({ qrcodeId: z.string() });

/** Asks before a QR is cancelled: the link to this page is one tap away from paying. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const bank = bankOf(params.bank, context);
  const [formKey, found] = await Promise.all([
    openMoneyForm(context, "cancelQr"),
    context.operator.findQr({ bankCode: bank }),
  ]);
  if (!found.hasQrcode) throw redirect(GONE, 303);
  return { bank, formKey, qrcodeId: found.qrcodeId ?? "", amount: found.amount };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const bank = bankOf(params.bank, context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: CancelForm });
  if (submission.status !== "success") return redirect(`/user/deposit/qr/${bank}`, 303);
  const { qrcodeId } = submission.value;
  const [found, last] = await Promise.all([
    soft(context.operator.findQr({ bankCode: bank })),
    context.operations.last(),
  ]);
  const again = last?.op === "cancelQr" && (last.input as { qrcodeId?: string }).qrcodeId === qrcodeId;
  // Only the QR this member sees may be cancelled. A double tap continues to the receipt of the first one.
  if (found && found.qrcodeId !== qrcodeId && !again) return redirect(GONE, 303);
  return runOperation(context, "cancelQr", { bankCode: bank, qrcodeId }, form, submission);
}

function bankOf(code: string | undefined, { site }: AppLoadContext) {
  const provider = qrProvider(code ?? "", site.fpQrMinimum);
  if (!provider) throw new Response(null, { status: 404 });
  return provider.code;
}

/** The deposit page, with the notice that the QR was closed already. */
const GONE = "/user/deposit?qr=gone";

export default function CancelQr() {
  const { bank, formKey, qrcodeId, amount } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const page = `/user/deposit/qr/${bank}`;
  const error = answer?.result.error ?? {};
  const errors = error[""] ?? undefined;
  return (
    <Sheet title={t("qr:cancelQr")} back={page} close>
      <form method="post">
        <FormKey value={formKey} />
        <input type="hidden" name="qrcodeId" value={qrcodeId} />
        <SheetBody align="center">
          <FormErrors form={{ id: "cancel", errors, allErrors: {} }} />
          <HeroMark tone="bad" icon="qr" />
          <div className="stack" data-gap="tight" data-align="center">
            <h2 className="title">{t("qr:cancelAsk")}</h2>
            {amount !== null && (
              <p>
                <Money amount={amount} size="large" />
              </p>
            )}
          </div>
          <Alert tone="warn">
            <p>{t("qr:cancelWarning")}</p>
          </Alert>
        </SheetBody>
        <SheetFoot>
          <Button variant="danger" size="large" width="full">
            {t("qr:cancelQr")}
          </Button>
          <ButtonLink variant="quiet" width="full" href={page}>
            {t("qr:cancelKeep")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
