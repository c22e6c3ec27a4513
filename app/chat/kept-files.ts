import { createStore, del, entries, set } from "idb-keyval";
import { SENDS_FOR_MS } from "./outbox";

/** A file that the server has not taken yet, in this browser's database. */
interface Kept {
  /** Names the conversation; empty: a guest's before the first message. */
  owner: string;
  /** Another tab sends its own files. */
  tab: string;
  file: File;
  /** When it was chosen, in epoch milliseconds. */
  at: number;
}

const TAB = "chat-tab";

/** The same after a reload, and in a tab that a phone had closed for its memory. */
function nameOfTab(): string {
  const name = sessionStorage.getItem(TAB) || crypto.randomUUID();
  sessionStorage.setItem(TAB, name);
  return name;
}

/** Files outlive a reload. Without a database (some private windows) they live as long as the page. */
export function openKeptFiles() {
  const store = createStore("chat", "files");
  const ignore = () => undefined;
  const drop = (id: string) => void del(id, store).catch(ignore);
  return {
    drop,
    /** @param id the server takes a file of this id once */
    keep(id: string, owner: string, file: File) {
      const kept: Kept = { owner, tab: nameOfTab(), file, at: Date.now() };
      void set(id, kept, store).catch(ignore);
    },
    /** This tab's files of the conversations. Those of any tab that are too old to be sent by themselves go. */
    async all(owners: readonly string[]): Promise<{ id: string; file: File }[]> {
      const found = await entries<string, Kept>(store).catch(() => []);
      return found.flatMap(([id, { owner, tab, file, at }]) => {
        const isOld = at + SENDS_FOR_MS < Date.now();
        if (isOld) drop(id);
        return !isOld && tab === nameOfTab() && owners.includes(owner) ? { id, file } : [];
      });
    },
  };
}
