import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { conform } from "../server/conform/command";
import { runCommand } from "./command";

/** Asks at the terminal, without showing what is typed. */
async function ask(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // From here on the terminal shows nothing by itself.
  process.stderr.write("Password of the member: ");
  try {
    return await lines.question("");
  } catch {
    // Ctrl-C or Ctrl-D: there is no password.
    return undefined;
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

await runCommand(conform(async () => process.env.CONFORM_PASSWORD || (await ask())));
