import type { ChatKind } from "./control-chat";
import { html } from "./html";
import { deskHref, placeOf, section } from "./page-frame";
import { act, badge, button, field, form, hidden, list, live, postForm, row, select, time } from "./page-parts";
import type { View } from "./view";

const SHOWN = 8;
/** As much of a guest's id as the member tells support. */
const SHOWN_ID = "guest-12345678".length;

const KINDS: Record<ChatKind, string> = {
  text: "a text",
  quick_replies: "quick replies",
  buttons: "buttons",
  generic: "cards",
  image: "a picture",
  video: "a video",
  file: "a file",
  postback: "a postback",
  odd: "a dangerous address",
};

/** The words of a message, or its type. */
const gist = ({ message }: { message: { message_type: string; payload?: unknown } }) =>
  typeof message.payload === "string" && message.payload ? message.payload : `(${message.message_type})`;

const link = (href: string, text: string, what = "") =>
  html`<a class="button" data-variant="quiet" data-size="small" href="${href}" data-page
    >${text}${what && html`<span class="visually-hidden"> ${what}</span>`}</a
  >`;

/** The chat with support: the conversation of the chosen member or guest, and who wrote last. */
export function chatSection(view: View) {
  const { control, member, guestId } = view;
  const place = placeOf(view, "chat");
  const who = guestId ? { guestId } : { phone: member.phone };
  const fields = Object.entries(who).map(([name, value]) => hidden(name, value));
  const name = guestId?.slice(0, SHOWN_ID) ?? member.phone;
  return section(
    view,
    "chat",
    live(
      "live-chat",
      html`<p class="meta">With ${guestId ? "the guest" : "the chosen member,"} ${name}</p>`,
      list(
        control
          .chat(who)
          .slice(-SHOWN)
          .map((said) =>
            row(
              gist(said),
              `${said.sender === "other" ? "Support" : guestId ? "Guest" : "Member"}, ${time(said.createdAt)}`,
              badge(said.isRead ? "read" : "not read", said.isRead ? "good" : "info"),
            ),
          ),
        `${name} has not written.`,
      ),
      list(
        control.chats().map(({ owner, phone, last, typing }) => {
          const title = phone ?? owner.slice(0, SHOWN_ID);
          const query = phone ? `member=${owner}` : `member=${member.id}&guest=${owner}`;
          return row(
            title,
            `${phone ? "" : "A guest, "}wrote last at ${time(last)}`,
            ...(typing ? [badge("is typing", "info")] : []),
            link(`/desk?${query}#chat`, "Choose", `the conversation of ${title}`),
          );
        }),
        "Nobody has written.",
      ),
    ),
    guestId ? html`<p>${link(deskHref(view, "chat"), `Back to the chosen member, ${member.phone}`)}</p>` : null,
    form(
      place,
      "answer-chat",
      "Answer",
      ...fields,
      select("With", "kind", Object.entries(KINDS)),
      field("Text", "text"),
    ),
    html`<div class="cluster">
      ${act(place, "type-in-chat", "Type", "in the chat", ...fields)}${act(
        place,
        "read-chat",
        "Read everything",
        "in the chat",
        ...fields,
      )}${postForm("do/drop-chat", place, button("Drop all connections"))}
    </div>`,
  );
}
