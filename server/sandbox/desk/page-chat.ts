import { html } from "./html";
import { placeOf, section } from "./page-frame";
import { act, badge, button, field, form, hidden, list, live, postForm, row, select, time } from "./page-parts";
import type { View } from "./view";

const SHOWN = 8;

const KINDS = [
  ["text", "a text"],
  ["quick_replies", "quick replies"],
  ["buttons", "buttons"],
  ["generic", "cards"],
  ["image", "a picture"],
  ["video", "a video"],
  ["odd", "a dangerous address"],
] as const;

/** The words of a message, or its type. */
const gist = ({ message }: { message: { message_type: string; payload?: unknown } }) =>
  typeof message.payload === "string" && message.payload ? message.payload : `(${message.message_type})`;

/** The chat with support: the conversation of the chosen member, and of who wrote last. */
export function chatSection(view: View) {
  const { control, member } = view;
  const place = placeOf(view, "chat");
  const guests = control.chats().filter(({ phone }) => phone === null);
  const whose = select("To", "guestId", [
    ["", `the chosen member, ${member.phone}`],
    ...guests.map(({ owner, last }) => [owner, `the guest who wrote at ${time(last)}`] as const),
  ]);
  const phone = hidden("phone", member.phone);
  return section(
    view,
    "chat",
    live(
      "live-chat",
      list(
        control
          .chat({ phone: member.phone })
          .slice(-SHOWN)
          .map((said) =>
            row(
              gist(said),
              `${said.sender === "customer" ? "Member" : "Support"}, ${time(said.createdAt)}`,
              badge(said.isRead ? "read" : "not read", said.isRead ? "good" : "info"),
            ),
          ),
        "The chosen member has not written.",
      ),
      list(
        control
          .chats()
          .map(({ phone: own, last, typing }) =>
            row(own ?? "A guest", `wrote last at ${time(last)}`, ...(typing ? [badge("is typing", "info")] : [])),
          ),
        "Nobody has written.",
      ),
    ),
    form(place, "answer-chat", "Answer", phone, whose, select("With", "kind", KINDS), field("Text", "text")),
    html`<div class="cluster">
      ${act(place, "type-in-chat", "Type", "in the chat", phone)}${act(
        place,
        "read-chat",
        "Read everything",
        "in the chat",
        phone,
      )}${postForm("do/drop-chat", place, button("Drop all connections"))}
    </div>`,
  );
}
