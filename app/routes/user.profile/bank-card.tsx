import { EDIT } from "~/features/profile/details";
import { groupAccountNumber } from "~/lib/account-number";
import { bankOf, needsEnglishName } from "~/lib/banks";
import { Alert } from "~/ui/alert";
import { BankRow } from "~/ui/bank-row";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Reference } from "~/ui/reference";
import { useRequest } from "~/ui/request";

interface Props {
  /** Null if none is registered. */
  account: {
    bankCode: string;
    bankAccountName: string;
    bankAccountNo: string;
    bank: { nameTH: string; nameEN: string };
  } | null;
}

/** The bank account that deposits come from and withdrawals go to. */
export function BankCard({ account }: Props) {
  const { t, locale } = useRequest();
  return (
    <section className="section" aria-labelledby="bank">
      <div className="section-head">
        <h2 id="bank">{t("profile:bankAccount")}</h2>
        <ButtonLink variant="secondary" size="small" href={EDIT}>
          <Icon name="edit" />
          {t("profile:edit")}
        </ButtonLink>
      </div>
      <div className="card">
        {account ? (
          <>
            <BankRow code={account.bankCode}>
              <p className="row-title">
                <strong>{(locale === "th" && account.bank.nameTH) || bankOf(account, locale)}</strong>
              </p>
              {locale === "en" && account.bank.nameTH && (
                <p className="row-meta" lang="th">
                  {account.bank.nameTH}
                </p>
              )}
              <p className="row-meta">{t("profile:bankUse")}</p>
            </BankRow>
            <hr />
            <Facts
              pairs={[
                [
                  t("profile:number"),
                  <Reference key="number" copied={account.bankAccountNo}>
                    {groupAccountNumber(account.bankAccountNo)}
                  </Reference>,
                ],
                [t("profile:holder"), account.bankAccountName],
              ]}
            />
          </>
        ) : (
          <p>{t("profile:noBank")}</p>
        )}
      </div>
      {account && needsEnglishName(account) && (
        <Alert tone="warn">
          <p>
            {t("profile:needsEnglish")} <a href="/user/profile/bank-name">{t("profile:fixName")}</a>
          </p>
        </Alert>
      )}
    </section>
  );
}
