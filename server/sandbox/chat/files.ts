import { randomBytes } from "node:crypto";
import { Router } from "express";
import type { World } from "../world";

/** The formats of files in the chat, by their content. */
const FORMATS = [
  { type: "image/png", extension: "png", holds: (head: string) => head.startsWith("\x89PNG\r\n\x1a\n") },
  { type: "image/jpeg", extension: "jpg", holds: (head: string) => head.startsWith("\xff\xd8\xff") },
  { type: "image/gif", extension: "gif", holds: (head: string) => /^GIF8[79]a/.test(head) },
  { type: "video/quicktime", extension: "mov", holds: (head: string) => head.slice(4, 10) === "ftypqt" },
  { type: "video/mp4", extension: "mp4", holds: (head: string) => head.slice(4, 8) === "ftyp" },
];

/** The format of a file of this kind; undefined for any other. */
export const formatOf = (bytes: Buffer, kind: "image" | "video") =>
  FORMATS.find(({ type, holds }) => type.startsWith(kind) && holds(bytes.toString("latin1", 0, 16)));

/** @returns its path, relative to the operator's address; the name in it is a secret */
export function storeFile({ database }: World, bytes: Buffer, format: { type: string; extension: string }): string {
  const name = `${randomBytes(16).toString("base64url")}.${format.extension}`;
  database.run("INSERT INTO chat_file (name, type, bytes) VALUES (?, ?, ?)", name, format.type, bytes);
  return `/media/chat/${name}`;
}

/** Serves the files at the paths of `storeFile`. */
export function createChatFiles({ database }: World): Router {
  const files = Router();
  files.get("/:name", ({ params }, response, next) => {
    const file = database.get<{ type: string; bytes: Buffer }>(
      "SELECT type, bytes FROM chat_file WHERE name = ?",
      params.name,
    );
    if (!file) return next();
    response
      .type(file.type)
      .set({ "Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff" })
      .end(Buffer.from(file.bytes));
  });
  return files;
}
