/** The worker that reads foreign pictures stands back behind the pages, and leaves no memory behind. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawQrPicture } from "../../server/codes/draw";
import { createCodeReader } from "../../server/codes/reader";

/** How many threads of this process give way to others. */
const modestThreads = () =>
  readdirSync("/proc/self/task").filter((thread) => {
    const afterName = readFileSync(`/proc/self/task/${thread}/stat`, "latin1").split(") ").at(-1)!;
    return Number(afterName.split(" ")[16]) > 0;
  }).length;

test("the worker gives way to pages while it reads, and ends when nothing is left to read", async () => {
  const reader = createCodeReader({ patienceMs: 60_000, idleMs: 50 });
  const bytes = drawQrPicture({ payload: "https://pay.example/1", locale: "en", title: ["Pay"], lines: [] });
  const before = modestThreads();
  const reading = reader.read({ bytes, type: "image/png", maxMegapixels: 5 });
  await expect.poll(modestThreads, { timeout: 30_000, interval: 1 }).toBe(before + 1);
  expect(await reading).toEqual({ text: "https://pay.example/1" });
  await expect.poll(modestThreads, { timeout: 30_000 }).toBe(before);
  expect(await reader.read({ bytes, type: "image/png", maxMegapixels: 5 })).toEqual({ text: "https://pay.example/1" });
  await reader.close();
});
