import { htmlLang, LOCALE_NAMES } from "~/i18n";
import { MainSubmit } from "./button";
import { CsrfToken } from "./form-parts";
import { Icon } from "./icon";
import { useRequest } from "./request";

const LOCALES = ["th", "la", "en"] as const;

/**
 * The language menu. `form` is the id of the page's own form: its fields are posted along, so the page in the new language
 * keeps what was typed, also without scripts. `compact` shows only the icon.
 */
export function LanguageMenu({ form, compact }: { form?: string; compact?: true }) {
  const { t, locale, path } = useRequest();
  const items = LOCALES.map((code) => (
    <button
      key={code}
      type="submit"
      className="menu-item"
      name="locale"
      value={code}
      lang={htmlLang(code)}
      aria-current={code === locale || undefined}
      form={form}
      formAction={form && `/language?returnTo=${encodeURIComponent(path)}`}
      formMethod={form && "post"}
      formNoValidate={form ? true : undefined}
    >
      {LOCALE_NAMES[code]}
      {code === locale && <Icon name="check" />}
    </button>
  ));
  const menu = (
    <details className="menu">
      <summary className="icon-button" data-width={compact ? undefined : "auto"}>
        <Icon name="language" />
        <span className="visually-hidden">{t("common:language")}: </span>
        <span className={compact && "visually-hidden"}>{LOCALE_NAMES[locale]}</span>
      </summary>
      {form ? (
        <div className="menu-list">{items}</div>
      ) : (
        <form className="menu-list" method="post" action={`/language?returnTo=${encodeURIComponent(path)}`}>
          <CsrfToken />
          {items}
        </form>
      )}
    </details>
  );
  if (!form) return menu;
  return (
    <>
      <MainSubmit form={form} />
      {menu}
    </>
  );
}
