import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { useRequest } from "~/ui/request";

/** Whether the operator has a chat; false if that cannot be read. */
export const hasChat = async ({ operator }: AppLoadContext) =>
  (await soft(operator.lookupEnableChatWidget()))?.enableChatWidget ?? false;

/** Opens the conversation with a question about this reference, which is seen before it is sent. */
export function AskAbout({ reference }: { reference: string }) {
  const { t } = useRequest();
  return (
    <a className="link" href={`/user/chat?about=${encodeURIComponent(reference)}`}>
      {t("chat:ask")}
    </a>
  );
}
