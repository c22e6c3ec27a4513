import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { formWith } from "./html";
import { root } from "./root";
import type { Visitor } from "./visitor";

export interface Ended {
  code: number;
  out: string;
  said: string;
}

/** Runs a built command with these settings. `out` is its standard output, `said` its standard error. */
export async function command(name: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, `build/${name}.mjs`), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = { code: 0, out: "", said: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.said += chunk.toString()));
  [ended.code] = (await once(child, "close")) as [number];
  return ended;
}

/** Moves 1 baht into a game. Returns the reference of the operation. */
export async function transferOne(member: Visitor): Promise<string> {
  const page = await member.get("/user/transfer");
  const { values } = formWith(page.text, ["from", "to", "amount"])!;
  const receipt = await member.post("/user/transfer", { ...values, from: "wallet", to: "PGSLOT", amount: "1" });
  const [, reference] = /^\/user\/receipt\/([\w-]+)/.exec(receipt.path) ?? [];
  if (!reference) throw new Error(`The transfer ended at ${receipt.path} with ${receipt.status}`);
  return reference;
}
