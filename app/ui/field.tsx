import { getInputProps, getSelectProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import { currencySymbol } from "~/lib/money";
import { Icon, type IconName } from "./icon";
import { useRequest } from "./request";

interface FieldProps {
  meta: FieldMetadata<unknown>;
  label: string;
  hint?: ReactNode;
  children: ReactNode;
  size?: "money";
  locked?: boolean;
}

/** Label, hint, control and error, linked for screen readers. */
function Field({ meta, label, hint, children, size, locked }: FieldProps) {
  const { translateMessage } = useRequest();
  return (
    <div className="field" data-state={meta.errors ? "error" : locked ? "locked" : undefined}>
      <label className="field-label" htmlFor={meta.id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={meta.descriptionId}>
          {hint}
        </p>
      )}
      <div className="field-control" data-size={size}>
        {children}
      </div>
      {meta.errors && (
        <p className="field-error" id={meta.errorId}>
          <Icon name="failed" />
          <span>{translateMessage(meta.errors[0]!)}</span>
        </p>
      )}
    </div>
  );
}

/** Links a control to its hint and error. Of all fields with an error, browsers focus the first. */
function aria(meta: FieldMetadata<unknown>, hint: ReactNode) {
  const ids = [hint ? meta.descriptionId : null, meta.errors ? meta.errorId : null].filter(Boolean).join(" ");
  const wrong = meta.errors ? true : undefined;
  return { "aria-describedby": ids || undefined, "aria-invalid": wrong, autoFocus: wrong };
}

type InputProps = Omit<FieldProps, "children" | "size" | "meta"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "children"> & {
    meta: FieldMetadata<string>;
    icon?: IconName;
    action?: ReactNode;
  };

/** One line of text. */
export function TextField({ meta, label, hint, icon, action, locked, type = "text", ...rest }: InputProps) {
  const { key, ...props } = getInputProps(meta, { type: type as "text", ariaAttributes: false });
  return (
    <Field meta={meta} label={label} hint={hint} locked={locked}>
      {icon && <Icon name={icon} />}
      <input key={key} {...props} {...aria(meta, hint)} readOnly={locked || undefined} {...rest} />
      {locked ? <Icon name="lock" /> : action}
    </Field>
  );
}

/** A password with a button that shows it; the button exists only with scripts. */
export function PasswordField(props: Omit<InputProps, "action" | "locked">) {
  const { t } = useRequest();
  return (
    <TextField
      icon="lock"
      {...props}
      type="password"
      action={
        <button
          className="icon-button"
          type="button"
          data-needs="js"
          data-reveal={props.meta.id}
          aria-label={t("common:showPassword")}
          aria-pressed="false"
        >
          <Icon name="show" />
        </button>
      }
    />
  );
}

/** An amount of money as the member types it. */
export function MoneyField({
  meta,
  label,
  hint,
  ...rest
}: Omit<InputProps, "meta" | "icon" | "action" | "locked"> & { meta: FieldMetadata<number> }) {
  const { member, site } = useRequest();
  const { key, ...props } = getInputProps(meta, { type: "text", ariaAttributes: false });
  return (
    <Field meta={meta} label={label} hint={hint} size="money">
      <span className="field-affix">{currencySymbol(member?.currency ?? site.currencies[0]!)}</span>
      <input
        key={key}
        {...props}
        {...aria(meta, hint)}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        {...rest}
      />
    </Field>
  );
}

type TextAreaProps = Pick<FieldProps, "label" | "hint"> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { meta: FieldMetadata<string> };

/** Multi-line text, usually pasted. */
export function TextAreaField({ meta, label, hint, ...rest }: TextAreaProps) {
  const { key, ...props } = getTextareaProps(meta, { ariaAttributes: false });
  return (
    <Field meta={meta} label={label} hint={hint}>
      <textarea key={key} {...props} {...aria(meta, hint)} {...rest} />
    </Field>
  );
}

interface SelectProps extends Omit<FieldProps, "children" | "size" | "meta" | "locked"> {
  meta: FieldMetadata<string>;
  required?: boolean;
  icon?: IconName;
  placeholder?: string;
  options: { value: string; label: string }[];
}

/** A native choice from a list. */
export function SelectField({ meta, label, hint, icon, placeholder, options, required }: SelectProps) {
  const { key, ...props } = getSelectProps(meta, { ariaAttributes: false });
  return (
    <Field meta={meta} label={label} hint={hint}>
      {icon && <Icon name={icon} />}
      <select key={key} {...props} {...aria(meta, hint)} required={required}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </Field>
  );
}
