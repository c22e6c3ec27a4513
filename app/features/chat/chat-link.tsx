import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { useRequest } from "~/ui/request";

/** Whether the operator has a chat; false if that cannot be read. */
export const hasChat = async ({ operator }: AppLoadContext) =>
  (await soft(operator.lookupEnableChatWidget()))?.enableChatWidget ?? false;

/**
 * The conversation with a question in its field, which is seen before it is sent.
 * @param about reference of an operation, or the time of a movement without one (ISO 8601 in UTC)
 */
export const askPath = (about: string) => `/user/chat?about=${encodeURIComponent(about)}`;

/** A link to a question about this (`askPath`). */
export function AskAbout({ reference }: { reference: string }) {
  const { t } = useRequest();
  return (
    <a className="link" href={askPath(reference)}>
      {t("chat:ask")}
    </a>
  );
}
