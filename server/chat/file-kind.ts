import { looksForeign } from "../uploads/foreign";
import type { ByteReader } from "../uploads/byte-reader";
import { cleanGif } from "../uploads/gif";
import { kindOf, openPicture } from "../uploads/picture";

const MB = 1024 * 1024;

/** Limits in MB, by what a file is. Source: the specification. */
export const MAX_MB = { image: 10, video: 20 } as const;

/** The message about a file of more than so many MB. */
export const tooLargeText = (mb: number) => `${"chat:fileTooLarge"}?mb=${mb}`;

/** A file that the chat accepts. */
export interface FileKind {
  /** MIME type sent to the operator. */
  type: string;
  extension: string;
  fileType: keyof typeof MAX_MB;
  maxBytes: number;
  /** The file as it is sent: pictures lose their metadata. @throws UploadFault */
  open(reader: ByteReader): Promise<AsyncIterable<Buffer>>;
}

async function* whole(reader: ByteReader): AsyncGenerator<Buffer> {
  for (let bytes = await reader.some(); bytes; bytes = await reader.some()) yield bytes;
}

/** What slips may not be: the first bytes, the extensions and types that browsers give it, and how it is sent. */
const OTHERS = [
  {
    type: "image/gif",
    extension: "gif",
    named: /\.gif$/i,
    declared: /^image\/gif$/i,
    head: /^GIF8[79]a/,
    open: (reader: ByteReader) => openPicture({ clean: cleanGif }, reader),
  },
  {
    type: "video/quicktime",
    extension: "mov",
    named: /\.(mov|qt)$/i,
    declared: /^video\/quicktime$/i,
    head: /^[^]{4}ftypqt/,
    open: async (reader: ByteReader) => whole(reader),
  },
  {
    type: "video/mp4",
    extension: "mp4",
    named: /\.(mp4|m4v)$/i,
    declared: /^video\/(x-)?(mp4|m4v)$/i,
    head: /^[^]{4}ftyp(?!qt)/,
    open: async (reader: ByteReader) => whole(reader),
  },
];

/** What a file is, if its name, its declared type and its first bytes agree; else null. */
export function fileKindOf(file: { name: string; type: string }, head: Buffer): FileKind | null {
  const picture = kindOf(file, head);
  if (picture) {
    const { type, extension } = picture;
    return { type, extension, ...limitOf("image"), open: (reader) => openPicture(picture, reader) };
  }
  const text = head.toString("latin1", 0, 16);
  const other = OTHERS.find(
    ({ named, declared, head: begins }) => named.test(file.name) && declared.test(file.type) && begins.test(text),
  );
  if (!other || looksForeign(head)) return null;
  const { type, extension, open } = other;
  return { type, extension, ...limitOf(type.startsWith("video") ? "video" : "image"), open };
}

const limitOf = (fileType: keyof typeof MAX_MB) => ({ fileType, maxBytes: MAX_MB[fileType] * MB });
