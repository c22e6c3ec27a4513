import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { useRequest } from "~/ui/request";

/** Whether the operator has a chat; false if that cannot be read. */
export const hasChat = async ({ operator }: AppLoadContext) =>
  (await soft(operator.lookupEnableChatWidget()))?.enableChatWidget ?? false;

/**
 * Opens the conversation with a question, which is seen before it is sent.
 * @param reference of an operation, or the time of a movement without one (ISO 8601 in UTC)
 */
export function AskAbout({ reference }: { reference: string }) {
  const { t } = useRequest();
  return (
    <a className="link" href={`/user/chat?about=${encodeURIComponent(reference)}`}>
      {t("chat:ask")}
    </a>
  );
}
