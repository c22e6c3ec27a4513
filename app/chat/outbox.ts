/** Messages that the server has not taken yet. They outlive a reload and a phone without a network. */
export interface Unsent {
  /** Names the message: the server takes each name once, however often it is sent. */
  id: string;
  text: string;
  /** How often the same person had said the same before: once more, and it has arrived. */
  before: number;
  /** When it was written, in epoch milliseconds. */
  at: number;
}

/** The server knows a name for a day. An older message is not sent by itself: it could arrive twice. */
export const SENDS_FOR_MS = 12 * 60 * 60 * 1000;

/** @param owner a browser may be shared: another person's messages stay where they are, and are not sent */
export function openOutbox(owner: string, storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage) {
  const key = `chat:${owner}`;
  const read = (): Unsent[] => {
    try {
      const known: unknown = JSON.parse(storage.getItem(key) ?? "[]");
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
    add(text: string, before: number, at: number): Unsent {
      const added = { id: crypto.randomUUID(), text, before, at };
      unsent = [...unsent, added];
      write();
      return added;
    },
    remove(id: string) {
      unsent = unsent.filter((one) => one.id !== id);
      write();
    },
  };
}
