import type { SubmissionResult } from "@conform-to/react";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";

/** The data of an action that refused the form. */
export type Answer = { result: SubmissionResult<string[]> } | undefined;

/** The errors of a form without fields. */
export function Trouble({ answer }: { answer: Answer }) {
  const { translateMessage } = useRequest();
  const errors = Object.values(answer?.result.error ?? {}).flatMap((texts) => texts ?? []);
  if (errors.length === 0) return null;
  return (
    <Alert tone="bad" role="alert" focus>
      {errors.map((text) => (
        <p key={text}>{translateMessage(text)}</p>
      ))}
    </Alert>
  );
}
