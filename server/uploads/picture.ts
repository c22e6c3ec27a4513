import { imageTypeOf, type ImageType, type Size } from "../codes/image-type";
import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";
import { looksForeign } from "./foreign";
import { cleanJpeg } from "./jpeg";
import { cleanPng } from "./png";

/** A picture format that is accepted. */
export interface PictureKind {
  /** MIME type sent to the operator. */
  type: ImageType;
  extension: "png" | "jpg";
  extensions: readonly string[];
  /** MIME types that browsers declare for it. */
  declared: readonly string[];
  /** Copies the picture without its metadata; calls `onSize` when its size is known. @throws UploadFault */
  clean(reader: ByteReader, onSize: (size: Size) => void): AsyncGenerator<Buffer>;
}

const KINDS: readonly PictureKind[] = [
  {
    type: "image/png",
    extension: "png",
    extensions: ["png"],
    declared: ["image/png"],
    clean: cleanPng,
  },
  {
    type: "image/jpeg",
    extension: "jpg",
    extensions: ["jpg", "jpeg", "jfif"],
    declared: ["image/jpeg", "image/jpg", "image/pjpeg"],
    clean: cleanJpeg,
  },
];

/** Extensions, anywhere in a file name, of files that can be executed, opened as a page or unpacked. */
const ACTIVE =
  /\.(html?|xhtml|svgz?|xml|php\d?|phtml|phar|[jt]s|mjs|jspx?|aspx?|cgi|exe|com|bat|cmd|sh|jar|apk|zip|pdf)(\.|$)/i;

/** The format of a file, if its name, its declared type and its first bytes agree; else null. */
export function kindOf(file: { name: string; type: string }, head: Buffer): PictureKind | null {
  const kind = KINDS.find(({ type }) => type === imageTypeOf(head));
  const extension = /\.(\w{1,5})$/.exec(file.name)?.[1]?.toLowerCase();
  if (!kind || !extension || !kind.extensions.includes(extension) || ACTIVE.test(file.name)) return null;
  return kind.declared.includes(file.type.toLowerCase()) && !looksForeign(head) ? kind : null;
}

const MAX_SIDE = 12_000;
const BLOCK = 16 * 1024;
/** Bytes before the size. Tables and color profiles are smaller. */
const MAX_BEFORE_SIZE = 512 * 1024;

/**
 * Reads a picture until its size is known, without decoding it, and rejects more than 12,000 pixels a side. The rest is
 * read on demand.
 * @throws UploadFault
 */
export async function openPicture(
  kind: Pick<PictureKind, "clean">,
  reader: ByteReader,
): Promise<AsyncGenerator<Buffer>> {
  let known = false;
  const pieces = kind.clean(reader, ({ width, height }) => {
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) throw badPicture();
    known = true;
  });
  const first: Buffer[] = [];
  let bytes = 0;
  while (!known) {
    const { value, done } = await pieces.next();
    if (done || (bytes += value.length) > MAX_BEFORE_SIZE) throw badPicture();
    first.push(value);
  }
  return inBlocks(
    (async function* () {
      yield* first;
      yield* pieces;
    })(),
  );
}

/** Joins small pieces: each would be a write of its own. */
async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < BLOCK) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
