import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "./folder";

/** Bytes that the path of a Unix socket may have. Of a longer one, Node makes a socket at the part that fits. */
const LONGEST = process.platform === "linux" ? 107 : 103;

const NAME = "primary.sock";

/** Path of the socket on which a primary hears from its workers. */
export const doorOf = (dataDir: string) => join(dataDir, NAME);

/** Takes away what an earlier run has left there. With Redis nothing else has needed the folder before. */
export async function freeDoor(door: string): Promise<void> {
  makeFolder(dirname(door));
  rmSync(door, { force: true });
}

/** The fault of a folder whose path leaves no room for that socket; null if there is room. */
export function doorFault(dataDir: string): string | null {
  if (Buffer.byteLength(doorOf(dataDir)) <= LONGEST) return null;
  return `DATA_DIR: expected a path of at most ${LONGEST - NAME.length - 1} bytes with WORKERS above 1, which need a socket in it`;
}
