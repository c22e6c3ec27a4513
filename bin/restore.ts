import { restore } from "../server/backup/command";
import { runCommand } from "./command";

await runCommand(restore);
