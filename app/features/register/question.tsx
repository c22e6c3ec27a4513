import { Alert } from "~/ui/alert";

/**
 * A question above a form about what was typed. It takes the focus, as errors do. Sending the form again
 * answers it with yes: see `Confirmed`.
 */
export function Question({ text, wayOn }: { text: string; wayOn: string }) {
  return (
    <Alert tone="warn" role="alert" focus>
      <p>
        <strong>{text}</strong>
      </p>
      <p>{wayOn}</p>
    </Alert>
  );
}

/** What the visitor was asked about, so that the form is not asked about again; nothing if there was no question. */
export const Confirmed = ({ value }: { value: string | undefined }) =>
  value ? <input type="hidden" name="confirmed" value={value} /> : null;
