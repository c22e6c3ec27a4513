import { EXIT, Refusal, type Command } from "../server/config/command";
import { ConfigError, readConfig } from "../server/config/config";
import { startFault } from "../server/config/start-fault";

/** The message and the exit code for a failure. @throws the error if it is unexpected */
function outcomeOf(error: unknown, dataDir: string | undefined): [sentence: string, code: number] {
  if (error instanceof Refusal) return [error.message, EXIT[error.reason]];
  if (error instanceof ConfigError) return [error.faults.join("\n"), EXIT.settings];
  const fault = startFault(error, { dataDir });
  if (fault === null) throw error;
  return [fault, EXIT.settings];
}

/** Runs a command with the arguments and settings of this process. */
export async function runCommand(command: Command): Promise<void> {
  // A reader that ends early, such as `| head`, is not a failure.
  process.stdout.on("error", () => {});
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  let dataDir: string | undefined;
  const settings = () => {
    const config = readConfig(process.env);
    dataDir = config.dataDir;
    return config;
  };
  try {
    await command(process.argv.slice(2), settings, print);
  } catch (error) {
    const [sentence, code] = outcomeOf(error, dataDir);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = code;
  }
}
