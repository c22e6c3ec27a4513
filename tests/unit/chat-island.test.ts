import { describe, expect, test } from "vitest";
import { AT_END, READ_MS } from "../../app/chat/island";
import { CHECK_MS, RECONNECT_MS } from "../../app/chat/line";
import { openOutbox, takeGuestTexts } from "../../app/chat/outbox";
import { caughtUp, heard, merged, onTheWay, placeOf, waitingNow } from "../../app/chat/thread";
import { MAX_MB } from "../../app/features/chat/file-rules";
import { MAX_TEXT, type Message } from "../../app/lib/chat-message";
import { roomOf } from "../../server/chat/identity";
import { createLiveChat } from "../../server/chat/live";
import type { Services } from "../../server/services";

const said = (text: string, at: number, from: Message["from"] = "customer"): Message => ({
  key: `${at}-${text}`,
  said: text,
  from,
  at,
  order: at,
  session: null,
  type: "text",
  text,
});

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("messages from the history and from the socket stand once, in the operator's order", () => {
  const [first, second, third] = [said("1", 1), said("2", 2), said("3", 3)];
  expect(merged([first, third], [second, third, first])).toEqual([first, second, third]);
});

test("messages of the same time keep their order", () => {
  const [first, second] = [said("b", 1), said("a", 1)];
  expect(merged([first, second], [second])).toEqual([first, second]);
});

test("a button that another tab has pressed is shown by what it said", () => {
  const asked: Message = {
    ...said("?", 1, "other"),
    type: "buttons",
    text: "?",
    buttons: [{ kind: "postback", title: "Check the slip", payload: "CHECK_SLIP" }],
  };
  const pressed: Message = { ...said("CHECK_SLIP", 2), type: "postback", text: "CHECK_SLIP" };
  expect(merged([asked], [pressed])).toEqual([asked, { ...pressed, text: "Check the slip" }]);
});

describe("after messages were missed", () => {
  const [one, two, three, four] = [said("1", 1), said("2", 2), said("3", 3), said("4", 4)];

  test("what was known goes on with what is new", () => {
    const known = { messages: [one, two], earlier: "?before=1&skip=0" };
    const news = { messages: [two, three], earlier: "?before=2&skip=0" };
    expect(caughtUp(known, news, true)).toEqual({ messages: [one, two, three], earlier: known.earlier });
  });

  test("nothing is shown before a gap, and the way up leads into it", () => {
    const known = { messages: [one, four], earlier: null };
    const news = { messages: [three], earlier: "?before=3&skip=0" };
    expect(caughtUp(known, news, false)).toEqual({ messages: [three, four], earlier: news.earlier });
  });
});

describe("a message that the history has otherwise than the socket", () => {
  const before = said("hello", 1000, "other");
  const shown = (messages: readonly Message[]) => messages.map(({ type, at }) => [type, at]);
  const read = (messages: Message[]) => ({ messages, earlier: null });

  test.each([
    ["a few milliseconds later", said("hello", 5_007, "other")],
    ["in whole seconds", said("hello", 5_000, "other")],
    ["with the name of its sender's browser", { ...said("hello", 5_300, "other"), key: "named", session: "tab" }],
    ["without a time", { ...said("hello", 4_000, "other"), key: "-hello", at: null }],
  ])("%s, stands once", (_, told) => {
    const brought = heard([before], said("hello", 5_300, "other"));
    expect(brought).toHaveLength(2);
    const caught = caughtUp(read(brought), read([before, told]), true);
    expect(shown(caught.messages)).toEqual(shown([before, told]));
    // It is the same entry on the screen, and stays so.
    expect(caught.messages.map(({ key }) => key)).toEqual(brought.map(({ key }) => key));
    expect(caughtUp(caught, read([before, told]), true)).toEqual(caught);
    expect(heard(caught.messages, said("hello", 5_300, "other"))).toEqual(caught.messages);
  });

  test("stands once if it is one's own, told seconds later", () => {
    const own = (at: number, session: string) => ({ ...said("hello", at), key: `${at}-${session}`, session });
    const brought = heard([before], own(5_300, "mine"));
    const told = own(7_400, "mine");
    expect(shown(caughtUp(read(brought), read([before, told]), true).messages)).toEqual(shown([before, told]));
    expect(heard([before, told], own(5_300, "mine"))).toEqual([before, told]);
    expect(heard([before, told], own(5_300, "another"))).toHaveLength(3);
  });

  test("stands once if the socket told no time", () => {
    const brought = heard([before], { ...said("hello", 1000, "other"), key: "-hello", at: null });
    const told = said("hello", 9_000, "other");
    expect(shown(caughtUp(read(brought), read([before, told]), true).messages)).toEqual(shown([before, told]));
  });

  test("stands once if the history was read first", () => {
    const known = [before, said("hello", 5_000, "other")];
    expect(heard(known, said("hello", 5_300, "other"))).toEqual(known);
    const untimed = { ...said("hello", 5_000, "other"), key: "-hello", at: null };
    expect(heard(known, untimed)).toEqual(known);
    // It had what was said after it, too.
    const later = [...known, said("and more", 5_900, "other")];
    expect(heard(later, untimed)).toEqual(later);
  });

  test("takes the place of no other message that says the same", () => {
    const twice = [5_000, 7_500].reduce((all, at) => heard(all, said("hello", at, "other")), [before] as Message[]);
    expect(twice).toHaveLength(3);
    // The history lags behind.
    expect(caughtUp(read(twice), read([before]), true).messages).toHaveLength(3);
    const told = [before, said("hello", 5_010, "other"), said("hello", 7_510, "other")];
    expect(shown(caughtUp(read(twice), read(told), true).messages)).toEqual(shown(told));
  });
});

const HELLO = { text: "hello", after: 0, before: 0, at: 1000 };

describe("the outbox of a browser", () => {
  test("outlives a reload, for the same conversation only", () => {
    const kept = storage();
    const added = openOutbox("one", kept).add(HELLO);
    expect(openOutbox("one", kept).all()).toEqual([added]);
    expect(openOutbox("other", kept).all()).toEqual([]);
    openOutbox("one", kept).remove(added.id);
    expect(openOutbox("one", kept).all()).toEqual([]);
  });

  test("of a guest goes into the conversation that its first message begins, and into no other", () => {
    const kept = storage();
    const guest = openOutbox("", kept);
    const { id } = guest.add(HELLO);
    guest.adopt("");
    guest.adopt("guest");
    guest.adopt("another");
    expect(guest.all().map((one) => one.id)).toEqual([id]);
    expect(
      openOutbox("guest", kept)
        .all()
        .map((one) => one.id),
    ).toEqual([id]);
    expect(openOutbox("", kept).all()).toEqual([]);
    expect(openOutbox("another", kept).all()).toEqual([]);
  });

  test("of a guest who has signed in is handed over once, as texts", () => {
    const kept = storage();
    openOutbox("guest", kept).add(HELLO);
    openOutbox("", kept).add({ ...HELLO, text: "first" });
    openOutbox("other", kept).add(HELLO);
    expect(takeGuestTexts("guest", kept)).toEqual(["hello", "first"]);
    expect(takeGuestTexts("guest", kept)).toEqual([]);
    expect(openOutbox("other", kept).all()).toHaveLength(1);
  });

  test("of a guest without a conversation is handed over once", () => {
    const kept = storage();
    openOutbox("", kept).add(HELLO);
    expect(takeGuestTexts(null, kept)).toEqual(["hello"]);
    expect(takeGuestTexts(null, kept)).toEqual([]);
  });

  test("lives as long as the page where nothing can be stored", () => {
    const outbox = openOutbox("one", {
      getItem: () => "nonsense",
      setItem: () => {
        throw new Error("full");
      },
    });
    const { id } = outbox.add(HELLO);
    expect(outbox.all().map((one) => one.id)).toEqual([id]);
  });
});

test("a message that the socket brings is not shown as on its way, too", () => {
  const unsent = [{ id: "x", ...placeOf({ text: "hello" }, [], [said("hello", 1)]), text: "hello", at: 9 }];
  expect(onTheWay(unsent, [said("hello", 1)])).toHaveLength(1);
  expect(onTheWay(unsent, [said("hello", 1), said("hello", 2, "other")])).toHaveLength(1);
  expect(onTheWay(unsent, [said("hello", 1), said("hello", 2)])).toEqual([]);
});

test("earlier messages that say the same do not take a message from the page that is on its way", () => {
  const now = [said("answer", 5, "other")];
  const one = { id: "x", text: "hi", ...placeOf({ text: "hi" }, [], now), at: 9 };
  const two = { id: "y", text: "hi", ...placeOf({ text: "hi" }, [one], now), at: 9 };
  expect(onTheWay([one, two], merged([said("hi", 1), said("hi", 2)], now))).toEqual([one, two]);
  expect(onTheWay([one, two], [...now, said("hi", 6)])).toEqual([two]);
});

test("what the server sends already is not sent by the page, too", () => {
  const one = { id: "a", text: "hello", state: "sending" as const };
  expect(waitingNow([one], [one, { ...one, id: "b" }]).map(({ id }) => id)).toEqual(["a", "b"]);
  const named = { ...one, id: "name", form: "a" };
  expect(waitingNow([named], [one, { ...one, id: "b" }]).map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a file that this browser could not send can be sent again, though the server still waits for it", () => {
  const waits = { id: "name", form: "a", text: "slip.png", state: "uploading_file" as const };
  const failed = { id: "a", text: "slip.png", state: "failed" as const };
  expect(waitingNow([waits], [failed])).toEqual([failed]);
});

test("the times and sizes of the chat are those of the specification", () => {
  expect([READ_MS, CHECK_MS, RECONNECT_MS]).toEqual([1000, 5000, 500]);
  expect([AT_END, MAX_TEXT, MAX_MB]).toEqual([60, 2000, { image: 10, video: 20 }]);
});

test("a room is named from the chat's prefix and the id of the member or guest", () => {
  expect(roomOf("chat-", { userId: "7", guestId: null })).toBe("chat-7");
  expect(roomOf("chat-", { userId: null, guestId: "guest-1" })).toBe("chat-guest-1");
});

test("without an address of the operator's chat there is no socket", () => {
  expect(createLiveChat({ config: { operatorChatUrl: null } } as Services)).toBeNull();
});
