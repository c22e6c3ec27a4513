import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";

/** How many bytes of a file are inspected to determine its type. */
export const HEAD_BYTES = 4_100;

/** How web pages, scripts, PDFs and archives begin, in lower case. */
const BEGINNINGS = [..."<!doctype <html <head <body <script <svg <iframe <?php %pdf-".split(" "), "pk\u0003\u0004"];

/** Whether bytes that should be a picture contain the beginning of another kind of file. */
export function looksForeign(bytes: Buffer): boolean {
  const text = bytes.toString("latin1").toLowerCase();
  return BEGINNINGS.some((beginning) => text.includes(beginning));
}

/** Drops the bytes after the end of a picture. @throws UploadFault if another kind of file begins there */
export async function skipTrailer(reader: ByteReader): Promise<void> {
  if (looksForeign(await reader.peek(HEAD_BYTES))) throw badPicture();
  while (await reader.some());
}
