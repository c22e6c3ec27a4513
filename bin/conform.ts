import { conform } from "../server/conform/command";
import { runCommand } from "./command";

await runCommand(conform(process.env.CONFORM_PASSWORD));
