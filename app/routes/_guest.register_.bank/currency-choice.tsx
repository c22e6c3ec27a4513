import type { FieldMetadata } from "@conform-to/react";
import { useRequest, type TextKey } from "~/ui/request";
import type { Currency } from "../../../server/context";

const NAMES: Record<Currency, TextKey> = { LAK: "register:kip", BAHT: "register:baht" };

/** The choice of the account's currency, which cannot be changed later. */
export function CurrencyChoice({ meta }: { meta: FieldMetadata<string> }) {
  const { t, translateMessage, site } = useRequest();
  const chosen = meta.initialValue ?? site.currencies[0];
  return (
    <fieldset className="field" id={meta.id} aria-describedby={meta.descriptionId}>
      <legend className="field-label">{t("register:currency")}</legend>
      <div className="choices" data-columns="2">
        {site.currencies.map((currency) => (
          <label className="choice" key={currency}>
            <input type="radio" name={meta.name} value={currency} defaultChecked={currency === chosen} />
            <span>{t(NAMES[currency])}</span>
          </label>
        ))}
      </div>
      <p className="field-hint" id={meta.descriptionId}>
        {t("register:currencyForGood")}
      </p>
      {meta.errors && <p className="field-error">{translateMessage(meta.errors[0]!)}</p>}
    </fieldset>
  );
}
