import { WayOnFor } from "~/ui/ask-support";
import { MainSubmit } from "~/ui/button";
import { MoneyField, PasswordField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { CsrfToken, FormErrors, FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { Presets } from "~/ui/presets";
import { useT } from "~/ui/request";
import { useKitForm } from "./form";
import { Section } from "./section";

const AMOUNTS = [100_00, 500_00, 1_000_00];

export function Fields() {
  const t = useT();
  const [form, fields] = useKitForm("kit");
  const [, more] = useKitForm("more");
  const options = [
    { value: "081234567", label: t("common:mainWallet") },
    { value: "b", label: "PGSLOT" },
  ];
  return (
    <Section title="Fields">
      <form className="stack" method="post" id={form.id}>
        <CsrfToken />
        <FormKey value="kit" />
        <MainSubmit />
        <MainSubmit form={form.id} />
        <FormErrors form={form} />
        <FormErrors form={form} labels={{ wrong: t("login:phone"), wrongAmount: t("common:amount") }} />
        <FormErrors form={{ id: form.id, errors: ["transfer:sameAccount"], allErrors: {} }} />
        <WayOnFor error="errors:REGISTER_FAIL" />
        <TextField meta={fields.empty} label={t("login:phone")} />
        <TextField meta={fields.filled} label={t("login:phone")} hint={t("slips:rules")} icon="phone" />
        <TextField meta={fields.wrong} label={t("login:phone")} icon="phone" />
        <TextField meta={more.filled} label={t("login:phone")} locked />
        <TextField
          meta={more.empty}
          label={t("login:phone")}
          action={
            <button type="button" className="button" data-variant="quiet" data-size="small">
              {t("common:copy")}
            </button>
          }
        />
      </form>
      <Passwords />
      <Choices options={options} />
      <Amounts />
      <label className="check">
        <input type="checkbox" defaultChecked />
        {t("login:remember")}
      </label>
    </Section>
  );
}

function Passwords() {
  const t = useT();
  const [form, fields] = useKitForm("passwords");
  return (
    <form className="stack" method="post" id={form.id}>
      <PasswordField meta={fields.secret} label={t("login:password")} />
      <PasswordField meta={fields.wrong} label={t("login:password")} hint={t("login:toContinue")} icon="key" />
      <TextAreaField meta={fields.empty} label={t("statement:description")} />
      <TextAreaField meta={fields.filled} label={t("statement:description")} hint={t("slips:rules")} rows={3} />
    </form>
  );
}

function Choices({ options }: { options: { value: string; label: string }[] }) {
  const t = useT();
  const [form, fields] = useKitForm("choices");
  return (
    <form className="stack" method="post" id={form.id}>
      <SelectField
        meta={fields.empty}
        label={t("transfer:from")}
        hint={t("transfer:selectAccount")}
        icon="wallet"
        placeholder={t("transfer:chooseAccount")}
        options={options}
        required
      />
      <SelectField meta={fields.wrong} label={t("transfer:to")} options={options} />
      {[3, 2].map((columns) => (
        <fieldset className="field" key={columns}>
          <legend className="field-label">{t("common:chooseAmount")}</legend>
          <div className="choices" data-columns={columns === 2 ? "2" : undefined}>
            {AMOUNTS.slice(0, columns).map((amount, index) => (
              <label className="choice" key={amount}>
                <input type="radio" name={`columns-${columns}`} defaultChecked={index === 0} />
                <span>{amount / 100}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </form>
  );
}

function Amounts() {
  const t = useT();
  const [form, fields] = useKitForm("amounts");
  return (
    <form className="stack" method="post" id={form.id}>
      <MoneyField meta={fields.amount} label={t("common:amount")} />
      <MoneyField meta={fields.wrongAmount} label={t("common:amount")} hint={t("transfer:selectAccount")} />
      <Presets amounts={AMOUNTS} />
      <Presets amounts={AMOUNTS} all={t("transfer:allOfIt")} />
      <Presets amounts={AMOUNTS} sends />
      <Presets amounts={AMOUNTS} disabled />
      <label className="field-label" htmlFor="kit-affix">
        {t("common:amount")} <small>THB</small>
      </label>
      <div className="field-control">
        <input id="kit-affix" defaultValue="500" />
        <span className="field-affix">
          <Icon name="wallet" />
        </span>
      </div>
    </form>
  );
}
