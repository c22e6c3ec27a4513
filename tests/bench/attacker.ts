/** The process that attacks, started by `attack.ts`. Its parent names an attack to begin it, and null to end it. */
import { constants, setPriority } from "node:os";
import { ATTACKS, type Target } from "./attacks";

// A real attacker has processors of their own.
setPriority(constants.priority.PRIORITY_LOW);
const target = JSON.parse(process.argv[2]!) as Target;
let end = () => {};
process.on("message", (name: string | null) => {
  end();
  end = name === null ? () => {} : ATTACKS[name]!(target);
  process.send!("done");
});
process.on("disconnect", () => process.exit());
