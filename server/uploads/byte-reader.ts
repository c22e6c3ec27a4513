import { setImmediate as others } from "node:timers/promises";
import { badPicture } from "./fault";

/** Reads a stream in pieces of any length, and only as far as they are asked for. */
export interface ByteReader {
  /** The next `length` bytes, without consuming them; fewer at the end of the stream. */
  peek(length: number): Promise<Buffer>;
  /** Exactly `length` bytes. @throws UploadFault if the stream ends earlier */
  take(length: number): Promise<Buffer>;
  /** The next available bytes, at most `max`; null at the end of the stream. */
  some(max?: number): Promise<Buffer | null>;
  /** Puts back bytes that were read too far. */
  putBack(bytes: Buffer): void;
}

const NONE = Buffer.alloc(0);
/** Reads without a pause. A picture can have 40,000 parts, and bytes that are there already let nothing else run. */
const AT_A_STRETCH = 256;

export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = NONE;
  let reads = 0;

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
    reads += 1;
    if (reads % AT_A_STRETCH === 0) await others();
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
    async some(max = Infinity) {
      return (await fill(1)) ? cut(Math.min(max, held.length)) : null;
    },
    putBack(bytes) {
      held = held.length > 0 ? Buffer.concat([bytes, held]) : bytes;
    },
  };
}
