import type { Redis } from "ioredis";
import type { Database } from "../database";
import { ConfigError } from "./config";
import type { StoreOwner } from "./namespace";

/**
 * Every store records whose data it holds. Members of two markets or operators may have equal ids, so a store of
 * another one would show a member somebody else's money. A store without a record is taken over.
 */
const refuse = (setting: string, store: string) =>
  new ConfigError([`${setting}: expected another value, because ${store} belongs to another market or operator`]);

const textOf = ({ market, operator }: StoreOwner) => JSON.stringify({ market, operator });

/** Checks without claiming, for a process that only reads. @throws ConfigError if the keys belong to another */
export async function checkRedis(redis: Redis, owner: StoreOwner): Promise<void> {
  const known = await redis.get("owner");
  if (known !== null && known !== textOf(owner)) throw refuse("NAMESPACE", "the data in Redis under this name");
}

/** Checks without claiming, for a process that only reads. @throws ConfigError if the file belongs to another */
export function checkFile(database: Database, owner: StoreOwner, name: string): void {
  const known = database.get<{ text: string }>("SELECT text FROM owner");
  if (known && known.text !== textOf(owner)) throw refuse("DATA_DIR", `${name} in it`);
}

/** @throws ConfigError if the keys with the prefix of this connection belong to another market or operator */
export async function claimRedis(redis: Redis, owner: StoreOwner): Promise<void> {
  await redis.set("owner", textOf(owner), "NX");
  if ((await redis.get("owner")) === textOf(owner)) return;
  throw refuse("NAMESPACE", "the data in Redis under this name");
}

/** @throws ConfigError if the file belongs to another market or operator */
export function claimFile(database: Database, owner: StoreOwner, name: string): void {
  const text = database.atomically(() => {
    database.exec("CREATE TABLE IF NOT EXISTS owner (text TEXT NOT NULL) STRICT");
    const known = database.get<{ text: string }>("SELECT text FROM owner");
    if (!known) database.run("INSERT INTO owner (text) VALUES (?)", textOf(owner));
    return known?.text ?? textOf(owner);
  });
  if (text === textOf(owner)) return;
  throw refuse("DATA_DIR", `${name} in it`);
}
