import { html } from "./html";
import { placeOf, section } from "./page-frame";
import { button, folded, postForm, select, type Choice } from "./page-parts";
import type { Setting } from "./setting-choices";
import { duration, groups, settings, type SettingName } from "./settings";
import type { View } from "./view";

/** A value that is not among the choices, such as one that a test has set. */
const otherText = (name: string, value: unknown) =>
  name.endsWith("Ms") && typeof value === "number" ? duration(value) : [value].flat().join(", ");

function settingField(name: SettingName, value: unknown) {
  const { label, help, choices } = settings[name] as Setting;
  const current = JSON.stringify(value);
  const known = choices.map(([choice, text]): Choice => [JSON.stringify(choice), text]);
  const all = known.some(([choice]) => choice === current)
    ? known
    : [...known, [current, otherText(name, value)] as const];
  return select(label, name, all, current, help);
}

/** All switches of the sandbox, as choices. */
export function settingsSection(view: View) {
  const current = view.control.switches();
  const place = placeOf(view, "settings");
  return section(
    view,
    "settings",
    html`<p class="meta">They are kept until you change them, also when the product starts again.</p>`,
    ...Object.entries(groups).map(([title, names], at) =>
      folded(
        `settings-${at}`,
        title,
        view.notice?.opens === `settings-${at}`,
        postForm(
          `settings/settings-${at}`,
          place,
          html`<div class="desk-fields">
            ${names.map((name) => settingField(name, current[name]))}${button("Save", "primary", title)}
          </div>`,
        ),
      ),
    ),
  );
}
