import { mkdirSync, statSync } from "node:fs";
import { join, parse, relative, resolve, sep } from "node:path";

/**
 * Makes a folder and those above it that are missing; only this user can open them. Level by level, because Node's
 * `recursive` never ends where the system says that what it has just made is not there, as below `/proc`.
 * @throws the error of the file system if a level cannot be made
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (isThere(path)) return;
  let level = parse(path).root;
  for (const name of relative(level, path).split(sep)) {
    level = join(level, name);
    if (!isThere(level)) makeLevel(level);
  }
}

/** @throws the error of the file system if nothing can ever be there */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

function makeLevel(level: string): void {
  try {
    mkdirSync(level, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Another process was quicker. Or it is a link: then this says why it leads nowhere.
    statSync(level);
  }
}
