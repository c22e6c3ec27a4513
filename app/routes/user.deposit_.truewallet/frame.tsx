import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { BankMark, BankRow } from "~/ui/bank-row";
import { BonusFirst, DepositTabs, TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { TypicalTime } from "~/features/deposit/typical-time";
import { Button } from "~/ui/button";
import { FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { LastOperation } from "~/features/receipt/last-operation";
import { useRequest, type TextKey } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { Page } from "./page";

/** The data of an action that refused the form. */
export type Answer = { result: SubmissionResult<string[]>; confirm?: boolean } | undefined;

type View = Page["view"];

const VIEWS: Record<View, { title: TextKey; meta: TextKey; href: string }> = {
  add: { title: "truewallet:addTitle", meta: "truewallet:addMeta", href: TRUE_WALLET_PAGE },
  gift: { title: "truewallet:giftTitle", meta: "truewallet:giftMeta", href: `${TRUE_WALLET_PAGE}?by=gift` },
};

interface Props {
  page: Page;
  answer: Answer;
  /** Attributes of the form element. */
  form: Record<string, unknown>;
  errors: ReactNode;
  /** Label of the button. */
  send: string;
  /** The minimum in units of the currency, or empty: until then scripts disable the button. */
  least: string;
  /** Why it is disabled, if the field above it does not say so. */
  whyNot?: string;
  children: ReactNode;
}

/** The frame of both truewallet forms, with a link to the other one. */
export function TrueWalletForm({ page, answer, form, errors, send, least, whyNot, children }: Props) {
  const { t } = useRequest();
  const { view, both, channels, held, formKey, last, typicalMs } = page;
  const { title, meta } = VIEWS[view];
  const other = VIEWS[view === "gift" ? "add" : "gift"];
  return (
    <Sheet title={t("deposit:title")} back="/user/home" form={String(form.id)}>
      <form method="post" action={VIEWS[view].href} {...form} noValidate={undefined}>
        <FormKey value={formKey} />
        {answer?.confirm && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody>
          <DepositTabs current="wallet" channels={channels} />
          <LastOperation op={last} />
          {errors}
          {held && <BonusFirst />}
          <BankRow code="TRUE" variant="plain">
            <p className="row-title">
              <strong>{t(title)}</strong>
            </p>
            <p className="row-meta">{t(meta)}</p>
            <TypicalTime ms={typicalMs} />
          </BankRow>
          {children}
          {both && (
            <ul className="list">
              <li>
                <a className="row" href={other.href}>
                  <BankMark code="TRUE" />
                  <div className="row-main">
                    <p className="row-title">{t(other.title)}</p>
                    <p className="row-meta">{t(other.meta)}</p>
                  </div>
                  <Icon name="next" />
                </a>
              </li>
            </ul>
          )}
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full" disabled={held} data-least={held ? undefined : least}>
            {send}
          </Button>
          {(held || whyNot) && <p className="meta why-not">{held ? t("deposit:held") : whyNot}</p>}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
