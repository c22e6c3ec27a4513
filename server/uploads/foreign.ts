import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";

/** How much of a file is looked at to tell what it is. */
export const HEAD_BYTES = 4_100;

/** What a page, a program or an archive begins with. */
const FOREIGN = /<(!doctype|html|head|body|script|svg|iframe|\?php)|%pdf-|pk\x03\x04/i;

/** Whether bytes that should be a picture hold the beginning of something else. */
export const looksForeign = (bytes: Buffer): boolean => FOREIGN.test(bytes.toString("latin1"));

/** What follows the end of a picture is not sent on; when it is the beginning of something else, nothing is. @throws UploadFault */
export async function skipTrailer(reader: ByteReader): Promise<void> {
  if (looksForeign(await reader.peek(HEAD_BYTES))) throw badPicture();
  while (await reader.some());
}
