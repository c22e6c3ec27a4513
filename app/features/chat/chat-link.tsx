import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { useRequest } from "~/ui/request";

/** Whether the operator has its chat switched on; null: that cannot be read. */
export const isChatOn = async ({ operator }: AppLoadContext) =>
  (await soft(operator.lookupEnableChatWidget()))?.enableChatWidget ?? null;

/** Whether to offer the chat: not if it cannot be read whether there is one. */
export const hasChat = async (context: AppLoadContext) => (await isChatOn(context)) ?? false;

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

/** The same as a line of its own, below what it is about; nothing without a chat (null). */
export const AskBelow = ({ reference }: { reference: string | null }) =>
  reference !== null && (
    <p className="meta" data-align="center">
      <AskAbout reference={reference} />
    </p>
  );

/** What the page asks about: the operation of this id, or nothing (null) if there is no chat. */
export const askable = async (context: AppLoadContext, id: string | null) =>
  id !== null && (await hasChat(context)) ? id : null;
