/** Messages that the server has not taken yet. They outlive a reload and a phone without a network. */
export interface Unsent {
  /** Names the message: the server takes each name once, however often it is sent. */
  id: string;
  text: string;
  /** What the pressed button sends; its `text` is what it says. */
  postback?: string;
  /** The operator's time of the newest message when this was written (epoch milliseconds; 0: there was none). */
  after: number;
  /** How many messages that say the same were on their way before it. */
  before: number;
  /** When it was written, in epoch milliseconds. */
  at: number;
  /** The server refused it as it is: it is not sent again by itself. */
  isRefused?: boolean;
}

/** The server knows a name for a day. An older message is not sent by itself: it could arrive twice. */
export const SENDS_FOR_MS = 12 * 60 * 60 * 1000;

const keyOf = (owner: string) => `chat:${owner}`;

/**
 * Takes what was written in this tab as a guest and not sent before the sign-in. It was not written as this member, so
 * nothing of it is sent by itself.
 * @param guest names the guest's conversation; null: it had not begun
 */
export function takeGuestTexts(guest: string | null, storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage) {
  // Before the conversation begins, both are the same box.
  const boxes = [...new Set([guest ?? "", ""])].map((owner) => openOutbox(owner, storage));
  return boxes.flatMap((box) =>
    box.all().flatMap(({ id, text, postback }) => {
      box.remove(id);
      return postback === undefined ? text : [];
    }),
  );
}

/** @param owner a browser may be shared: another person's messages stay where they are, and are not sent. Empty: a guest before the first message */
export function openOutbox(owner: string, storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage) {
  let key = keyOf(owner);
  const read = (): Unsent[] => {
    try {
      const known: unknown = JSON.parse(storage.getItem(key) || "[]");
      return Array.isArray(known) ? (known as Unsent[]) : [];
    } catch {
      return [];
    }
  };
  let unsent = read();
  const write = () => {
    try {
      storage.setItem(key, JSON.stringify(unsent));
    } catch {
      // Full or forbidden: the messages live as long as the page.
    }
  };
  return {
    all: (): readonly Unsent[] => unsent,
    add(message: Omit<Unsent, "id">): Unsent {
      const added = { id: crypto.randomUUID(), ...message };
      unsent = [...unsent, added];
      write();
      return added;
    },
    /** The guest's conversation has begun: what was written before its name was known belongs to it. */
    adopt(name: string) {
      if (key !== keyOf("") || name === "") return;
      const written = unsent;
      unsent = [];
      write();
      key = keyOf(name);
      unsent = [...read(), ...written];
      write();
    },
    refuse(id: string) {
      unsent = unsent.map((one) => (one.id === id ? { ...one, isRefused: true } : one));
      write();
    },
    remove(id: string) {
      unsent = unsent.filter((one) => one.id !== id);
      write();
    },
  };
}
