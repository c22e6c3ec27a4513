import { useEffect, useRef, useState } from "react";
import type { Waiting } from "~/features/chat/conversation";
import type { LivePage } from "~/features/chat/live-page";
import { openKeptFiles } from "./kept-files";
import { post } from "./talk";

/** Statuses of a refused file. */
const [TOO_LARGE, UNSUPPORTED] = [413, 422] as const;

/** A file that this browser is uploading, could not, or has handed over. */
interface Upload extends Waiting {
  file: File;
  /** When it was chosen, in epoch milliseconds. */
  at: number;
  /** The number of the last read that had begun before the server had it. */
  handed?: number;
}

/** Whether the server has all of a file: what becomes of it, its page tells. */
const isHandedOver = (id: string, { taken, waiting }: LivePage) =>
  taken.includes(id) || waiting.some(({ form, state }) => form === id && state !== "uploading_file");

interface Talk {
  base: string;
  /** The page as it was opened, and as it is now, with the number of its read. */
  first: LivePage;
  page: LivePage & { read: number };
  /** The number of the read that has begun last. */
  begun: () => number;
  /** Resolves to null if the page could not be read. */
  refresh: () => Promise<LivePage | null>;
  /** The session of this page has ended. */
  end: () => void;
  /** Tells why the last file was refused; null: it was not. */
  tell: (fault: string | null) => void;
}

/** The files that the server has not taken yet. One that was not taken before a reload is uploaded again after it. */
export function useUploads({ base, first, page, begun, refresh, end, tell }: Talk) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [kept] = useState(openKeptFiles);
  /** Ends with the last file that was chosen: the server takes one file of a person at a time. */
  const queue = useRef(Promise.resolve());

  const remove = (id: string) => {
    kept.drop(id);
    setUploads((all) => all.filter((other) => other.id !== id));
  };
  const change = (id: string, next: Partial<Upload>) =>
    setUploads((all) => all.map((other) => (other.id === id ? { ...other, ...next } : other)));

  const upload = (file: File, id: string = crypto.randomUUID()) => {
    const one: Upload = { id, text: file.name, state: "uploading_file", file, at: Date.now() };
    setUploads((all) => [...all.filter((other) => other.id !== id), one]);
    kept.keep(id, page.owner, file);
    tell(null);
    queue.current = queue.current.then(() => hand(file, id));
    return queue.current;
  };

  const hand = async (file: File, id: string) => {
    const posted = await post(`${base}/file`, { _t: first.token, id, file });
    if (posted === "taken") {
      kept.drop(id);
      // Its page tells what becomes of it, as soon as that can be read.
      change(id, { state: "sending", handed: begun() });
      return void refresh();
    }
    if (typeof posted === "object") {
      remove(id);
      return tell(first.words[reasonOf(posted.refused, file)]);
    }
    // The answer may have been lost after the file had arrived; what waits is uploaded by the next page.
    const news = posted === "later" ? await refresh() : null;
    if (news && isHandedOver(id, news)) return remove(id);
    change(id, { state: "failed" });
    if (posted === "ended") end();
  };

  const goOn = useRef(async () => {
    // The first message of a guest gives the conversation its name.
    for (const { id, file } of await kept.all(base === "/chat" ? [first.owner, ""] : [first.owner]))
      if (isHandedOver(id, first)) kept.drop(id);
      else void upload(file, id);
  });
  useEffect(() => void goOn.current(), []);

  return {
    upload,
    remove,
    /** A failed file, to be sent again. */
    find: (id: string | undefined) => uploads.find((one) => one.id === id),
    waiting: uploads
      .filter(({ id, handed }) => !isHandedOver(id, page) && (handed === undefined || handed >= page.read))
      .map(({ id, text, state, at }) => ({ id, text, state, at })),
  };
}

function reasonOf(status: number, file: File) {
  if (status === TOO_LARGE) return file.type.startsWith("video/") ? "videoTooLarge" : "pictureTooLarge";
  return status === UNSUPPORTED ? "fileUnsupported" : "failed";
}
