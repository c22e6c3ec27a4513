import type { ChatButton, ChatCard, ChatMedia, Message } from "~/lib/chat-message";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";
import { messageIcons } from "~/ui/message-icons";
import type { ChatWords } from "./words";

/** What the forms of a conversation need. */
export interface ChatForms {
  /** `/chat` or `/user/chat`. */
  base: string;
  /** Value of the hidden field `_t`. */
  token: string;
  /** Names what this page sends; see `Outbox`. */
  id: string;
}

interface Props {
  message: Message;
  words: ChatWords;
  forms: ChatForms;
}

/** What a message says. */
export function MessageBody({ message, words, forms }: Props) {
  switch (message.type) {
    case "text":
    case "postback":
      return <p className="bubble">{message.text || words.unreadable}</p>;
    case "media":
      return message.media.map((media, index) => <Media key={index} media={media} words={words} />);
    case "buttons":
    case "quick_replies":
      return (
        <>
          {message.text && <p className="bubble">{message.text}</p>}
          <Buttons buttons={message.buttons} forms={forms} />
        </>
      );
    case "generic":
      return (
        <ul className="carousel" data-variant="messages">
          {message.cards.map((card, index) => (
            <li key={index}>
              <Card card={card} forms={forms} />
            </li>
          ))}
        </ul>
      );
  }
}

function Media({ media: { kind, href, name, caption }, words }: { media: ChatMedia; words: ChatWords }) {
  const label = name || { image: words.picture, video: words.video, file: words.file }[kind];
  return (
    <div className="bubble" data-kind="media">
      {href !== null && kind === "image" && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          <img src={href} alt={caption || label} width="208" height="156" loading="lazy" />
        </a>
      )}
      {href !== null && kind === "video" && <video src={href} controls preload="none" aria-label={label} />}
      {(href === null || kind === "file") && (
        <p>
          <Drawing paths={messageIcons.file} />
          {href === null ? (
            label
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          )}
        </p>
      )}
      {caption && <p>{caption}</p>}
    </div>
  );
}

function Card({ card: { image, title, subtitle, buttons }, forms }: { card: ChatCard; forms: ChatForms }) {
  return (
    <article className="card">
      {image && <img src={image} alt="" width="208" height="117" loading="lazy" />}
      <h2>{title}</h2>
      {subtitle && <p className="meta">{subtitle}</p>}
      <Buttons buttons={buttons} forms={forms} />
    </article>
  );
}

/** Links, and forms that send a postback. */
function Buttons({ buttons, forms }: { buttons: ChatButton[]; forms: ChatForms }) {
  if (buttons.length === 0) return null;
  const look = { variant: "secondary", size: "small", width: "full" } as const;
  return (
    <div className="message-buttons">
      {buttons.map((button, index) => {
        if (button.kind === "text")
          return (
            <p key={index} className="meta">
              {button.title}
            </p>
          );
        if (button.kind === "postback")
          return (
            <form key={index} method="post" action={forms.base}>
              <ChatFields forms={forms} />
              <button
                type="submit"
                className="button"
                data-variant="secondary"
                data-size="small"
                data-width="full"
                name="postback"
                value={button.payload}
              >
                {button.title}
              </button>
            </form>
          );
        const away = button.kind === "link" && { target: "_blank", rel: "noopener noreferrer" };
        return (
          <ButtonLink key={index} {...look} href={button.href} {...away}>
            <Drawing paths={messageIcons[button.kind === "call" ? "call" : "external"]} />
            {button.title}
          </ButtonLink>
        );
      })}
    </div>
  );
}

/** The hidden fields of every form of the chat. */
export const ChatFields = ({ forms: { token, id } }: { forms: ChatForms }) => (
  <>
    <input type="hidden" name="_t" value={token} />
    <input type="hidden" name="id" value={id} />
  </>
);
