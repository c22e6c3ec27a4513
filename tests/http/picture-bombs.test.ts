/** Reading an untrusted picture takes limited memory and time. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BOMBS } from "../support/bombs";
import { root } from "../support/root";

/**
 * Limit for the whole process, in megabytes. A picture of 5 megapixels takes 20 or 40, and decoding makes several
 * copies.
 */
const MAX_MEMORY = 500;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bombs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(BOMBS))("%s is refused within the limit of memory", (_name, { type, bytes }) => {
  const file = join(folder, "bomb");
  writeFileSync(file, bytes());
  const script = `
    import { readFileSync } from "node:fs";
    import { createCodeReader } from "./server/codes/reader.ts";
    import { slipCodeIn } from "./server/codes/slip-code.ts";
    const reader = createCodeReader({ patienceMs: ${type === "image/png" ? 60_000 : 3_000} });
    const code = await slipCodeIn(reader, readFileSync(${JSON.stringify(file)}), ${JSON.stringify(type)});
    await reader.close();
    // Not the maximum of resourceUsage(): a child begins with that of its parent, which has run many tests.
    const [, peak] = /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
    console.log(JSON.stringify({ code, memory: Number(peak) / 1024 }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { code, memory } = JSON.parse(stdout) as { code: unknown; memory: number };
  expect([null, "none"]).toContain(code);
  expect(memory).toBeLessThan(MAX_MEMORY);
});
