import { optionsOf, Refusal, type Command } from "../config/command";
import type { Config } from "../config/config";
import { withRedis } from "../config/redis";
import { checkArchive, entriesOf, writeArchive, type Header } from "./archive";
import { filesIn, restoreFiles } from "./files";
import { keysIn, restoreKeys } from "./redis";

/** The one option of a command. @throws Refusal if it is missing or there are others */
function fileOf<N extends string>(args: string[], name: N, usage: string): string {
  const file = optionsOf(args, { [name]: "value" } as Record<N, "value">, usage)[name];
  if (!file) throw new Refusal("usage", `--${name} is missing. Usage: ${usage}`);
  return file;
}

const kindOf = ({ redisUrl, owner }: Config): Pick<Header, "store" | "owner"> => ({
  store: redisUrl ? "redis" : "sqlite",
  owner,
});

/** Writes all stores of this market to one file. The product may run. */
export const backup: Command = async (args, settings, print) => {
  const file = fileOf(args, "to", "npm run backup -- --to FILE");
  const config = settings();
  const header: Header = { format: 1, ...kindOf(config), madeAt: new Date().toISOString() };
  const { redisUrl, namespace } = config;
  await (redisUrl
    ? withRedis(redisUrl, namespace, "backup", (redis) => writeArchive(file, header, keysIn(redis, config)))
    : writeArchive(file, header, filesIn(config, file)));
  print(`The backup is in ${file}.`);
};

/** Replaces all stores of this market by those of a backup. The product must not run. */
export const restore: Command = async (args, settings, print) => {
  const file = fileOf(args, "from", "npm run restore -- --from FILE");
  const config = settings();
  const { madeAt } = await checkArchive(file, kindOf(config));
  await (config.redisUrl ? restoreKeys(config, entriesOf(file)) : restoreFiles(config, entriesOf(file)));
  print(`The stores are as they were at ${madeAt}. When the product starts, members sign in again.`);
};
