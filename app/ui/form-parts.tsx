import { Alert } from "./alert";
import { WayOnFor } from "./ask-support";
import { useRequest } from "./request";

/** The hidden field of every form that moves no money. */
export function CsrfToken() {
  return <input type="hidden" name="_t" value={useRequest().csrfToken} />;
}

/** The hidden field of a money form: one key, one operation. */
export const FormKey = ({ value }: { value: string }) => <input type="hidden" name="k" value={value} />;

interface Faults {
  id: string;
  errors?: string[];
  allErrors: Record<string, string[]>;
}

/**
 * The error summary above a form: its own errors, and a link to each field with an error. It takes the focus, unless
 * the first of these fields does.
 */
export function FormErrors({ form, labels }: { form: Faults; labels?: Record<string, string> }) {
  const { t, translateMessage } = useRequest();
  const faults = Object.entries(form.allErrors).filter(([name, errors]) => name !== "" && errors.length > 0);
  if (!form.errors?.length && faults.length === 0) return null;
  return (
    <Alert tone="bad" role="alert" className="error-summary" focus={faults.length === 0}>
      <strong>{form.errors?.length ? translateMessage(form.errors[0]!) : t("common:checkForm")}</strong>{" "}
      <WayOnFor error={form.errors?.[0]} />
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, errors]) => (
            <li key={name}>
              <a href={`#${form.id}-${name}`}>
                {labels?.[name] && `${labels[name]}: `}
                {translateMessage(errors[0]!)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
