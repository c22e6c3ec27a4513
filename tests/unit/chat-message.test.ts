import { describe, expect, test } from "vitest";
import type { Conversation } from "../../server/operator/contract/chat";
import { lengthOf, messageOf, messagesOf, timesOf, type Message } from "../../app/lib/chat-message";

const sources = {
  base: "https://api.operator.test",
  images: ["https://img.operator.test"],
  videos: ["https://video.operator.test"],
};

const said = (
  message: Partial<Conversation["message"]>,
  rest: Partial<Omit<Conversation, "message">> = {},
): Conversation => ({
  sender: "other",
  createdAt: new Date("2026-11-20T02:00:00Z"),
  ...rest,
  message: { message_type: "text", ...message },
});

const shown = (message: Partial<Conversation["message"]>) => messageOf(said(message), sources, 0);
const buttonsOf = (...payloads: NonNullable<Conversation["message"]["payloads"]>) => {
  const message = shown({ message_type: "buttons", payload: "How can we help?", payloads });
  return message.type === "buttons" ? message.buttons : [];
};

describe("a message of the operator", () => {
  test("of text is its text", () => {
    expect(shown({ payload: "Hello" })).toMatchObject({ type: "text", text: "Hello", from: "other", session: null });
  });

  test("of an unknown type is its text", () => {
    expect(shown({ message_type: "carousel" as "text", payload: "Look" })).toMatchObject({
      type: "text",
      text: "Look",
    });
  });

  test("of buttons without a word is a text without one", () => {
    expect(shown({ message_type: "buttons", payload: null, payloads: [] })).toMatchObject({ type: "text", text: "" });
  });

  test("of buttons leads to pages, phones and back to the operator", () => {
    expect(
      buttonsOf(
        { type: "web", title: "Bonus", payload: "https://wallet.operator.test/user/bonus" },
        { type: "call", title: "Call", payload: "+66 2 000-0000" },
        { type: "postback", title: "Agent", payload: "AGENT" },
        { type: "other", title: "Other", payload: "" },
      ),
    ).toEqual([
      { kind: "link", title: "Bonus", href: "https://wallet.operator.test/user/bonus" },
      { kind: "call", title: "Call", href: "tel:+6620000000" },
      { kind: "postback", title: "Agent", payload: "AGENT" },
      { kind: "text", title: "Other" },
    ]);
  });

  test.each([
    ["web", "javascript:alert(1)"],
    ["web", "data:text/html,<script>"],
    ["web", " java\nscript:alert(1)"],
    ["web", "/user/withdraw"],
    ["web", "https://bank.test:secret@evil.test/"],
    ["web", "https://:bank.test@evil.test/"],
    ["call", "javascript:alert(1)"],
    ["call", "1;phone-context=evil"],
    ["postback", " "],
  ] as const)("keeps of a %s button with %j only the title", (type, payload) => {
    expect(buttonsOf({ type, title: "Press", payload })).toEqual([{ kind: "text", title: "Press" }]);
  });

  test.each([
    ["image", "/uploads/a.jpg", "https://api.operator.test/uploads/a.jpg"],
    ["image", "https://img.operator.test/a.jpg", "https://img.operator.test/a.jpg"],
    ["image", "https://elsewhere.test/a.jpg", null],
    ["image", "//elsewhere.test/a.jpg", null],
    ["image", "data:image/svg+xml,<svg/>", null],
    ["image", "https://user:secret@img.operator.test/a.jpg", null],
    ["image", "https://:secret@img.operator.test/a.jpg", null],
    ["image", "blob:https://img.operator.test/a", null],
    ["video", "https://video.operator.test/a.mp4", "https://video.operator.test/a.mp4"],
    ["video", "https://img.operator.test/a.mp4", null],
    ["file", "javascript:alert(1)", null],
  ] as const)("loads a %s from %s only if pages may", (fileType, url, href) => {
    const message = shown({ message_type: "media", payload: { url, fileType, name: "a", message: "Slip" } });
    expect(message).toMatchObject({ type: "media", media: [{ kind: fileType, href, name: "a", caption: "Slip" }] });
  });

  test("may have several media", () => {
    const one = { url: "/1.jpg", fileType: "image" as const };
    const message = shown({ message_type: "media", payload: null, payloads: [one, { ...one, url: "/2.jpg" }] });
    expect(message).toMatchObject({ media: [{ href: `${sources.base}/1.jpg` }, { href: `${sources.base}/2.jpg` }] });
  });

  test("of cards has their pictures, texts and buttons", () => {
    const card = {
      image_url: "https://img.operator.test/deposit.jpg",
      title: "Deposit",
      subtitle: "All steps",
      buttons: [{ type: "postback" as const, title: "Help", payload: "DEPOSIT_HELP" }],
    };
    expect(shown({ message_type: "generic", payload: null, payloads: [card] })).toMatchObject({
      type: "generic",
      cards: [{ image: card.image_url, title: "Deposit", subtitle: "All steps", buttons: [{ kind: "postback" }] }],
    });
  });
});

describe("a page of history", () => {
  const textsOf = (messages: Message[]) => messages.map((message) => ("text" in message ? message.text : ""));
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 2, 0, second));

  test("is shown oldest first, by the operator's time", () => {
    const history = [
      said({ payload: "three" }, { createdAt: at(3) }),
      said({ payload: "one" }, { createdAt: at(1) }),
      said({ payload: "two" }, { createdAt: at(2) }),
    ];
    expect(textsOf(messagesOf(history, sources))).toEqual(["one", "two", "three"]);
  });

  test("keeps the operator's order of messages with the same time", () => {
    const history = ["c", "b", "a"].map((payload) => said({ payload }));
    expect(textsOf(messagesOf(history, sources))).toEqual(["a", "b", "c"]);
  });

  test("has a message without a time where the operator has it", () => {
    const history = [
      said({ payload: "newest" }, { createdAt: undefined }),
      said({ payload: "two" }, { createdAt: at(2) }),
      said({ payload: "between" }, { createdAt: undefined }),
      said({ payload: "one" }, { createdAt: at(1) }),
      said({ payload: "oldest" }, { createdAt: undefined }),
    ];
    const messages = messagesOf(history, sources);
    expect(textsOf(messages)).toEqual(["oldest", "one", "between", "two", "newest"]);
    expect(messages.map(({ order }) => order - at(0).getTime())).toEqual([1000, 1000, 1000, 2000, 2000]);
    expect(messages.map((message) => message.at === null)).toEqual([true, false, true, false, true]);
    expect(timesOf([said({}, { createdAt: undefined })])).toEqual([0]);
  });

  test("shows a pressed button by its title, also if the button stands before the page", () => {
    const history = [
      said({ message_type: "postback", payload: "AGENT" }, { sender: "customer", createdAt: at(2) }),
      said({ message_type: "buttons", payloads: [{ type: "postback", title: "Agent", payload: "AGENT" }] }),
    ];
    expect(textsOf(messagesOf(history, sources, 1))).toEqual(["Agent"]);
  });

  test("shows a message once that was read twice", () => {
    const one = said({ payload: "Hello" });
    expect(messagesOf([one, structuredClone(one)], sources)).toHaveLength(1);
  });

  test("shows a pressed button by its title", () => {
    const history = [
      said({ message_type: "postback", payload: "AGENT" }, { sender: "customer", createdAt: at(2) }),
      said(
        {
          message_type: "quick_replies",
          payload: "?",
          payloads: [{ type: "postback", title: "Agent", payload: "AGENT" }],
        },
        { createdAt: at(1) },
      ),
    ];
    expect(textsOf(messagesOf(history, sources))).toEqual(["?", "Agent"]);
  });
});

test("a text is counted in code points, a line break as one", () => {
  expect(lengthOf("ก๊🙂\r\nx")).toBe(5);
});
