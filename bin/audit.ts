import { audit } from "../server/audit/command";
import { runCommand } from "./command";

await runCommand(audit);
