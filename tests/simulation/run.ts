import { parseArgs } from "node:util";
import { ALL_WORLD_RULES, type WorldRules } from "./deployment";
import { simulate } from "./simulate";

const USAGE = `npm run simulate -- [--intents N] [--seed S] [--crashes K] [--without RULE]
RULE: ${Object.keys(ALL_WORLD_RULES).join(", ")}`;

const isRule = (name: string): name is keyof WorldRules => name in ALL_WORLD_RULES;

function whole(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number.`);
  return number;
}

function options() {
  const { values } = parseArgs({
    options: {
      intents: { type: "string", default: "20000" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
      crashes: { type: "string", default: "1" },
      without: { type: "string" },
    },
  });
  const { without } = values;
  if (without !== undefined && !isRule(without)) throw new Error(`There is no rule ${without}.`);
  const [intents, seed, crashes] = (["intents", "seed", "crashes"] as const).map((name) => whole(values[name], name));
  return { intents: intents!, seed: seed!, crashes: crashes!, without };
}

try {
  const chosen = options();
  const began = performance.now();
  const report = await simulate(chosen);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `seed ${chosen.seed}, ${chosen.crashes} crashes a world${chosen.without ? `, without ${chosen.without}` : ""}`,
  );
  console.log(
    `${report.duplicates} duplicates, ${report.falseDone} false "done", ${report.falseNotDone} false "not done", ${report.uncorrected} never corrected`,
  );
  console.log(
    `${report.done} done, ${report.reviews} for a person, ${report.excused} excused, ${Math.round(report.intents / seconds)} intents a second`,
  );
  console.log(`${report.intents} intents, ${report.violations} violations`);
  if (report.violations > 0) process.exitCode = 1;
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = 2;
}
