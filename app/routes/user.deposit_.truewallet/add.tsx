import { getFormProps, useForm } from "@conform-to/react";
import { WalletCard } from "~/features/deposit/wallet-card";
import { MoneyField } from "~/ui/field";
import { FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { MINIMUM } from "./form";
import { TrueWalletForm, type Answer } from "./frame";
import type { Page } from "./page";

/** The form that announces a transfer from the member's truewallet, which must be done before the transfer. */
export function Add({ page, answer }: { page: Page; answer: Answer }) {
  const { t, money } = useRequest();
  const [form, fields] = useForm<{ amount: number }>({
    id: "add",
    lastResult: answer?.result,
    defaultValue: page.typed,
  });
  const label = t("truewallet:addAmount");
  return (
    <TrueWalletForm
      page={page}
      answer={answer}
      form={getFormProps(form)}
      errors={<FormErrors form={form} labels={{ amount: label }} />}
      send={t("truewallet:addSend")}
      least={String(MINIMUM / 100)}
    >
      <MoneyField meta={fields.amount} label={label} hint={t("qr:from", { amount: money(MINIMUM) })} required />
      <section className="section" aria-labelledby="to">
        <h2 id="to">{t("truewallet:addTo")}</h2>
        {page.accounts.map((wallet) => (
          <WalletCard key={wallet.walletAccountName} wallet={wallet} />
        ))}
      </section>
      <ol className="timeline">
        <li>
          <strong>{t("truewallet:addStepAnnounce")}</strong>
        </li>
        <li>
          <strong>{t("truewallet:addStepTransfer")}</strong>
          <span className="meta">{t("truewallet:addStepTransferMore")}</span>
        </li>
        <li>
          <strong>{t("deposit:stepWait")}</strong>
          <span className="meta">{t("truewallet:addStepWaitMore")}</span>
        </li>
      </ol>
    </TrueWalletForm>
  );
}
