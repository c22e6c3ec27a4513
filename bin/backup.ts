import { backup } from "../server/backup/command";
import { runCommand } from "./command";

await runCommand(backup);
