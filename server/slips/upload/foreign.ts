import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";

/** How much of a file is looked at to tell what it is. */
export const HEAD_BYTES = 4_100;

/** What pages, programs and archives begin with, in lower case. */
const BEGINNINGS = [..."<!doctype <html <head <body <script <svg <iframe <?php %pdf-".split(" "), "pk\u0003\u0004"];

/** Whether bytes that should be a picture hold the beginning of something else. */
export function looksForeign(bytes: Buffer): boolean {
  const text = bytes.toString("latin1").toLowerCase();
  return BEGINNINGS.some((beginning) => text.includes(beginning));
}

/** What follows the end of a picture is not sent on; when it is the beginning of something else, nothing is. @throws UploadFault */
export async function skipTrailer(reader: ByteReader): Promise<void> {
  if (looksForeign(await reader.peek(HEAD_BYTES))) throw badPicture();
  while (await reader.some());
}
