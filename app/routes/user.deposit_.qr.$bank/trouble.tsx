import type { SubmissionResult } from "@conform-to/react";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";

/** What came back with a form that was not accepted. */
export type Answer = { result: SubmissionResult<string[]> } | undefined;

/** Why a form without fields was not accepted. */
export function Trouble({ answer }: { answer: Answer }) {
  const { translateMessage } = useRequest();
  const errors = Object.values(answer?.result.error ?? {}).flatMap((texts) => texts ?? []);
  if (errors.length === 0) return null;
  return (
    <Alert tone="bad" role="alert">
      {errors.map((text) => (
        <p key={text}>{translateMessage(text)}</p>
      ))}
    </Alert>
  );
}
