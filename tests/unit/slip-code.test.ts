import { afterAll, expect, test } from "vitest";
import { drawSlip, hugePng, slipPng, toJpeg, toPng } from "../../server/sandbox/slips/picture";
import { createCodeReader } from "../../server/codes/reader";
import { slipCodeIn } from "../../server/codes/slip-code";
import { SLIP } from "../support/slip";

const LAO = { ...SLIP, from: { bankCode: "BCEL", number: "1234567890123" } };
const code = { bankCode: "KBANK", transRef: SLIP.transRef };

const png = slipPng(SLIP);
const reader = createCodeReader({ patienceMs: 30_000, maxWaiting: 4 });
afterAll(() => reader.close());

test.each([
  ["in a PNG", png, "image/png", code],
  ["in a JPEG", toJpeg(drawSlip(SLIP)), "image/jpeg", code],
  ["of a bank of Laos", slipPng(LAO), "image/png", { bankCode: "BCEL", transRef: SLIP.transRef }],
  [
    "with a wrong checksum",
    slipPng(SLIP, { qr: "0041000600000101030040220202611201200001234565102TH91040000" }),
    "image/png",
    "none",
  ],
  ["that is another kind of code", slipPng(SLIP, { qr: "https://example.com" }), "image/png", "none"],
  ["that was cut off", slipPng(SLIP, { size: "cropped" }), "image/png", "none"],
  ["in a file that breaks off", png.subarray(0, 2_000), "image/png", "none"],
  ["in a picture too large to be looked at", hugePng(), "image/png", null],
] as const)("the code of a slip %s", async (_case, bytes, type, found) => {
  expect(await slipCodeIn(reader, Buffer.from(bytes), type)).toEqual(found);
});

test("a few pictures wait in line, further ones are not read", async () => {
  const all = await Promise.all(
    Array.from({ length: 6 }, () => slipCodeIn(reader, toPng(drawSlip(SLIP)), "image/png")),
  );
  expect(all.filter((found) => found === null)).toHaveLength(2);
  expect(await slipCodeIn(reader, png, "image/png")).toEqual(code);
});
