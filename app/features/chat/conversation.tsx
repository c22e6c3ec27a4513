import type { Message } from "~/lib/chat-message";
import { dayOf, formatDate, formatTime, isoTime } from "~/lib/dates";
import { Drawing } from "~/ui/drawing";
import { messageIcons } from "~/ui/message-icons";
import type { TimeZone } from "../../../server/config/config";
import { ChatFields, MessageBody, type ChatForms } from "./message-body";
import type { ChatWords } from "./words";

/** A message that the history does not have: what it says, or the name of its file. */
export interface Waiting {
  id: string;
  /** Id of the form that it was sent with. */
  form?: string;
  text: string;
  /** The operator has taken what is `succeed`. */
  state: "uploading_file" | "sending" | "failed" | "succeed";
  /** Why it failed, if that is known. */
  reason?: string;
  /** It failed because no answer came: it may have arrived. */
  isDoubtful?: boolean;
}

interface Props {
  /** Oldest first. */
  messages: Message[];
  waiting: Waiting[];
  /** Messages of support after this time are new (epoch milliseconds); null: it is not known which are. */
  seenUntil: number | null;
  words: ChatWords;
  forms: ChatForms;
  zone: TimeZone;
}

/**
 * A conversation, from plain data: the server renders it, and the script in the browser renders the same. The newest
 * message has the id `newest`.
 */
export function Conversation({ messages, waiting, seenUntil, words, forms, zone }: Props) {
  const isFresh = ({ from, order }: Message) => seenUntil !== null && from === "other" && order > seenUntil;
  const fresh = messages.filter(isFresh);
  const dayBefore = (index: number) => {
    const at = messages[index - 1]?.at ?? null;
    return at === null ? "" : dayOf(at, zone);
  };
  return (
    <ol className="chat-list">
      {messages.flatMap((message, index) => {
        const day = message.at !== null && dayOf(message.at, zone) !== dayBefore(index) && message.at;
        return [
          day && (
            <li key={`day-${message.key}`} className="chat-day">
              {formatDate(day, zone)}
            </li>
          ),
          message === fresh[0] && (
            <li key="fresh" className="chat-day">
              <strong>{words.fresh.replace("{}", String(fresh.length))}</strong>
            </li>
          ),
          <li
            key={message.key}
            id={index === messages.length - 1 && waiting.length === 0 ? "newest" : undefined}
            className="message"
            data-from={message.from}
            data-kind={message.type}
          >
            <span className="visually-hidden">{message.from === "other" ? words.support : words.you}</span>
            <MessageBody message={message} words={words} forms={forms} />
            {message.at !== null && (
              <p className="message-state">
                <time dateTime={isoTime(message.at, zone)}>{formatTime(message.at, zone)}</time>
                {message.from === "customer" && (
                  <>
                    <Drawing paths={messageIcons.check} />
                    <span className="visually-hidden">{words.sent}</span>
                  </>
                )}
              </p>
            )}
          </li>,
        ];
      })}
      {waiting.map((one, index) => (
        <li
          key={one.id}
          id={index === waiting.length - 1 ? "newest" : undefined}
          className="message"
          data-from="customer"
          data-state={one.state}
        >
          <p className="bubble">{one.text}</p>
          <Delivery waiting={one} words={words} forms={forms} />
        </li>
      ))}
    </ol>
  );
}

const STATE_ICON = { failed: "failed", succeed: "check", sending: "pending", uploading_file: "pending" } as const;

/** The state of a message as text; a failed one can be sent again or removed. */
function Delivery({
  waiting: { id, state, reason, isDoubtful },
  words,
  forms,
}: {
  waiting: Waiting;
  words: ChatWords;
  forms: ChatForms;
}) {
  const act = (path: string, text: string, tone?: "bad") => (
    <form method="post" action={`${forms.base}/${path}`}>
      <ChatFields forms={{ ...forms, id }} />
      <button type="submit" className="button" data-variant="quiet" data-tone={tone} data-size="small">
        {text}
      </button>
    </form>
  );
  const failed = isDoubtful ? words.doubtful : words.failed;
  return (
    <>
      <p className="message-state">
        <Drawing paths={messageIcons[STATE_ICON[state]]} />
        {{ failed, sending: words.sending, uploading_file: words.uploading, succeed: words.sent }[state]}
      </p>
      {reason && <p className="meta">{reason}</p>}
      {state === "failed" && (
        <div className="cluster">
          {act("resend", words.resend)}
          {act("remove", words.remove, "bad")}
        </div>
      )}
    </>
  );
}
