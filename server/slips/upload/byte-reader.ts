import { badPicture } from "./fault";

/** Reads a stream in pieces of the reader's choosing. What is not asked for is not fetched. */
export interface ByteReader {
  /** The next `length` bytes without taking them; fewer when there are no more. */
  peek(length: number): Promise<Buffer>;
  /** Exactly `length` bytes. @throws UploadFault when the stream ends before */
  take(length: number): Promise<Buffer>;
  /** What comes next, at most `most` bytes; null at the end. */
  some(most?: number): Promise<Buffer | null>;
  /** Returns bytes that were taken too early. */
  putBack(bytes: Buffer): void;
}

const NONE = Buffer.alloc(0);

export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = NONE;

  const fetch = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    held = held.length > 0 ? Buffer.concat([held, value]) : value;
    return true;
  };
  const cut = (length: number): Buffer => {
    const bytes = held.subarray(0, length);
    held = held.subarray(length);
    return bytes;
  };
  const fill = async (length: number): Promise<boolean> => {
    while (held.length < length) if (!(await fetch())) return false;
    return true;
  };

  return {
    async peek(length) {
      await fill(length);
      return held.subarray(0, length);
    },
    async take(length) {
      if (!(await fill(length))) throw badPicture();
      return cut(length);
    },
    async some(most = Infinity) {
      return (await fill(1)) ? cut(Math.min(most, held.length)) : null;
    },
    putBack(bytes) {
      held = held.length > 0 ? Buffer.concat([bytes, held]) : bytes;
    },
  };
}
