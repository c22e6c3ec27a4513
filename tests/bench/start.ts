/**
 * `npm run bench:start [-- FOLDER ...]`: milliseconds from the start of the process until `/readyz` answers 200, and those of the
 * processor, on one core with a real operator's settings. With several folders (checkouts with a build) they take turns, so that the machine's
 * other work meets all of them. Asserts nothing.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../support/product";
import { root } from "../support/root";

const ROUNDS = 15;
const folders = process.argv.slice(2).map((folder) => resolve(folder));
if (folders.length === 0) folders.push(root);

interface Sample {
  ms: number;
  processorMs: number;
}

/** The clock of `/proc` has 100 ticks a second. */
const TICK_MS = 10;

/** What a process has used of the processor, from `/proc/PID/stat`: user and system time are its 14th and 15th field. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Starts the build in `folder` once, on the first core. @returns milliseconds until it is ready, and those of the processor */
async function start(folder: string): Promise<Sample> {
  const [port] = await freePorts(1);
  const dataDir = mkdtempSync(join(tmpdir(), "wallet-start-"));
  const began = performance.now();
  const child = spawn("taskset", ["-c", "0", process.execPath, "build/server.mjs"], {
    cwd: folder,
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      OPERATOR_API_URL: "http://localhost:9",
      OPERATOR_NAME: "Wallet",
      LICENCE_TEXT: "Licence",
      MIN_AGE: "20",
      HELPLINES: "Help=1323",
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  const isReady = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
    } catch {
      return false;
    }
  };
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${folder}: ended with ${child.exitCode}`);
    await wait(5);
  }
  const sample = { ms: performance.now() - began, processorMs: processorMs(child.pid!) };
  child.kill("SIGKILL");
  await once(child, "exit");
  rmSync(dataDir, { recursive: true, force: true });
  return sample;
}

const samples = new Map(folders.map((folder) => [folder, [] as Sample[]]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [folder, known] of samples) {
    const sample = await start(folder);
    // The first start reads the files from the disk.
    if (round > 0) known.push(sample);
  }
}
const ranked = (numbers: number[]) => numbers.sort((a, b) => a - b);
const median = (numbers: number[]) => Math.round(ranked(numbers)[Math.floor(numbers.length / 2)]!);
console.log("| build | least ms | median ms | median processor ms |\n| --- | --- | --- | --- |");
for (const [folder, known] of samples) {
  const times = known.map(({ ms }) => ms);
  const cells = [Math.round(Math.min(...times)), median(times), median(known.map((one) => one.processorMs))];
  console.log(`| ${folder} | ${cells.join(" | ")} |`);
}
