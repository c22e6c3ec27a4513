import { useEffect, useRef, useState } from "react";
import type { Waiting } from "~/features/chat/conversation";
import type { LivePage } from "~/features/chat/live-page";
import { openKeptFiles } from "./kept-files";
import { post } from "./talk";

/** Statuses of a refused file. */
const [FOREIGN, TOO_LARGE] = [403, 413] as const;

/** A file that this browser is uploading, or could not. */
interface Upload extends Waiting {
  file: File;
}

/** Whether the server has all of a file: what becomes of it, its page tells. */
const isHandedOver = (id: string, { taken, waiting }: LivePage) =>
  taken.includes(id) || waiting.some(({ form, state }) => form === id && state !== "uploading_file");

interface Talk {
  base: string;
  /** The page as it was opened, and as it is now. */
  first: LivePage;
  page: LivePage;
  /** Resolves to null if the page could not be read. */
  refresh: () => Promise<LivePage | null>;
  /** The form of this page has ended. */
  end: () => void;
  /** Tells why the last file was refused; null: it was not. */
  tell: (fault: string | null) => void;
}

/** The files that the server has not taken yet. One that was not taken before a reload is uploaded again after it. */
export function useUploads({ base, first, page, refresh, end, tell }: Talk) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [kept] = useState(openKeptFiles);

  const remove = (id: string) => {
    kept.drop(id);
    setUploads((all) => all.filter((other) => other.id !== id));
  };

  const upload = async (file: File, id: string = crypto.randomUUID()) => {
    const one: Upload = { id, text: file.name, state: "uploading_file", file };
    setUploads((all) => [...all.filter((other) => other.id !== id), one]);
    kept.keep(id, page.owner, file);
    tell(null);
    const posted = await post(`${base}/file`, { _t: first.token, id, file });
    // The file waits for the next page, with a form that counts.
    const hasEnded = typeof posted === "object" && posted.refused === FOREIGN;
    const isRefused = typeof posted === "object" && !hasEnded;
    const news = posted === "taken" || posted === "later" ? await refresh() : null;
    // The answer may have been lost after the file had arrived.
    const isHere = news !== null && (posted === "taken" || isHandedOver(id, news));
    if (isHere || isRefused) remove(id);
    else setUploads((all) => all.map((other) => (other.id === id ? { ...one, state: "failed" } : other)));
    if (hasEnded) return end();
    if (!isRefused) return;
    const tooLarge = file.type.startsWith("video/") ? "videoTooLarge" : "pictureTooLarge";
    tell(first.words[posted.refused === TOO_LARGE ? tooLarge : "fileUnsupported"]);
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
      .filter(({ id }) => !isHandedOver(id, page))
      .map(({ id, text, state }): Waiting => ({ id, text, state })),
    hasFailed: uploads.some(({ state }) => state === "failed"),
  };
}
