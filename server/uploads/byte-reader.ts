import { setImmediate as others } from "node:timers/promises";
import { badPicture } from "./fault";

/** Reads a stream in pieces of any length, and only as far as they are asked for. */
export interface ByteReader {
  /** The next `length` bytes, without consuming them; fewer at the end of the stream. */
  peek(length: number): Promise<Buffer>;
  /** Exactly `length` bytes. @throws UploadFault if the stream ends earlier, or has more parts than a picture needs */
  take(length: number): Promise<Buffer>;
  /** The next available bytes, at most `max`; null at the end of the stream. @throws UploadFault if it has too many parts */
  some(max?: number): Promise<Buffer | null>;
  /** Puts back the last `count` bytes of what was read last. */
  putBack(count: number): void;
}

const NONE = Buffer.alloc(0);
/** Reads without a pause: bytes that are there already let nothing else run. */
const AT_A_STRETCH = 256;
/**
 * How many parts of a file may be read one by one: more only keep us busy, each for 2 microseconds. A film of 10,000
 * frames has 80,000. Parts that had to be waited for do not count, because the network makes them.
 */
const MAX_PARTS = 100_000;

export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = NONE;
  /** Bytes of `held` that were read. They stay: a scan puts back most of a chunk at each of its markers. */
  let read = 0;
  let reads = 0;
  let parts = 0;

  const fetch = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    held = read < held.length ? Buffer.concat([held.subarray(read), value]) : value;
    read = 0;
    return true;
  };
  const cut = (length: number): Buffer => {
    const bytes = held.subarray(read, read + length);
    read += bytes.length;
    return bytes;
  };
  const fill = async (length: number): Promise<boolean> => {
    reads += 1;
    if (reads % AT_A_STRETCH === 0) await others();
    if (held.length - read >= length) {
      parts += 1;
      if (parts > MAX_PARTS) throw badPicture();
    }
    while (held.length - read < length) if (!(await fetch())) return false;
    return true;
  };

  return {
    async peek(length) {
      await fill(length);
      return held.subarray(read, read + length);
    },
    async take(length) {
      if (!(await fill(length))) throw badPicture();
      return cut(length);
    },
    async some(max = Infinity) {
      return (await fill(1)) ? cut(max) : null;
    },
    putBack(count) {
      read -= count;
    },
  };
}
