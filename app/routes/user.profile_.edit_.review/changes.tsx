import { FIELDS, type Details } from "~/features/profile/details";
import { groupAccountNumber } from "~/lib/account-number";
import { bankName, bankOf } from "~/lib/banks";
import { Facts } from "~/ui/facts";
import { useRequest, type TextKey } from "~/ui/request";

const LABELS: Record<keyof Details, TextKey> = {
  name: "profile:name",
  bankCode: "profile:bank",
  bankAccountName: "profile:holder",
  bankAccountNo: "profile:number",
};

interface Props {
  before: Details;
  after: Details;
  changed: readonly (keyof Details)[];
  /** The operator's names of the bank before. */
  bank?: { nameTH: string; nameEN: string };
}

/** All details: what stays, and of what changes the old and the new value. */
export function Changes({ before, after, changed, bank }: Props) {
  const { t, locale } = useRequest();
  const shown = (name: keyof Details, value: string) => {
    if (!value) return t("profile:none");
    if (name === "bankAccountNo") return <span className="number">{groupAccountNumber(value)}</span>;
    if (name !== "bankCode") return value;
    return value === before.bankCode && bank ? bankOf({ bankCode: value, bank }, locale) : bankName(value, locale);
  };
  return (
    <div className="card">
      <Facts
        pairs={FIELDS.map((name) => [
          t(LABELS[name]),
          changed.includes(name) ? (
            <>
              <span className="meta">
                {t("profile:was")} {shown(name, before[name])}
              </span>
              <br />
              {t("profile:becomes")} <strong>{shown(name, after[name])}</strong>
            </>
          ) : (
            shown(name, after[name])
          ),
        ])}
      />
    </div>
  );
}
