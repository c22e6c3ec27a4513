import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

/** The new member's declaration of the minimum age and of owning the bank account. */
export function Declaration({ meta }: { meta: FieldMetadata<string> }) {
  const { t, translateMessage, site } = useRequest();
  const { key, ...input } = getInputProps(meta, { type: "checkbox", value: "1", ariaAttributes: false });
  return (
    <div className="field" data-state={meta.errors ? "error" : undefined}>
      <label className="check">
        <input
          key={key}
          {...input}
          required
          aria-invalid={meta.errors ? true : undefined}
          autoFocus={meta.errors ? true : undefined}
          aria-describedby={meta.errors ? meta.errorId : undefined}
        />
        {t("register:adult", { age: site.minAge })}
      </label>
      {meta.errors && (
        <p className="field-error" id={meta.errorId}>
          <Icon name="failed" />
          <span>{translateMessage(meta.errors[0]!)}</span>
        </p>
      )}
    </div>
  );
}
