import { Icon } from "./icon";
import { useRequest } from "./request";

/** Leads to the chat while support has written what was not seen yet, and says how much. */
export function UnreadMessages() {
  const { t, member, unread } = useRequest();
  if (unread === 0) return null;
  return (
    <a
      className="icon-button"
      data-width="auto"
      href={`${member ? "/user/chat" : "/chat"}#newest`}
      aria-label={t("chat:unread", { count: unread })}
    >
      <Icon name="contact" />
      {unread}
    </a>
  );
}
