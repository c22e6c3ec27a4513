import { encode } from "jpeg-js";
import { PNG } from "pngjs";
import QRCode from "qrcode";
import { afterAll, describe, expect, test } from "vitest";
import { createQrCheck } from "../../server/codes/check";
import { drawQrPicture } from "../../server/codes/draw";
import { createCodeReader, type CodeReader } from "../../server/codes/reader";
import { promptPay } from "../../server/sandbox/ledger/promptpay";

const TEXT = promptPay("0812223333", 500_37);
const { modules } = QRCode.create(TEXT, { errorCorrectionLevel: "M" });
const { size } = modules;
const QUIET = 4;
const SIDE = size + 2 * QUIET;

const dark = Array.from({ length: size * size }, (_, at) => at)
  .filter((at) => modules.data[at])
  .map((at) => [(at % size) + QUIET, Math.floor(at / size) + QUIET] as const);

/** QR codes as SVG in the styles of several programs. */
const DRAWINGS: Record<string, string> = {
  "strokes of the qrcode library": "",
  "a rectangle for each module": `<svg width="${SIDE * 10}" height="${SIDE * 10}"><rect x="0" y="0" width="${SIDE * 10}" height="${SIDE * 10}" style="fill:#ffffff"/>${dark.map(([x, y]) => `<rect x="${x * 10}" y="${y * 10}" width="10" height="10" style="fill:#000000;shape-rendering:crispEdges;"/>`).join("")}</svg>`,
  "one filled path": `<svg viewBox="0 0 ${SIDE} ${SIDE}"><path d="${dark.map(([x, y]) => `M${x},${y}h1v1h-1z`).join("")}"/></svg>`,
  "a path with repeated lines": `<svg viewBox="0 0 ${SIDE * 4} ${SIDE * 4}"><path stroke="transparent" fill="black" d="${dark.map(([x, y]) => `M${x * 4},${y * 4}l4,0 0,4 -4,0 0,-4z`).join(" ")}"/></svg>`,
  "scaled and moved groups": `<svg viewBox="0 0 400 400"><g transform="translate(10 10)"><g transform="scale(${380 / SIDE})"><path fill-rule="evenodd" fill="#123" d="${dark.map(([x, y]) => `M${x} ${y}L${x + 1} ${y}L${x + 1} ${y + 1}L${x} ${y + 1}Z`).join("")}"/></g></g></svg>`,
};

const markupOf = async (name: string) => DRAWINGS[name] || QRCode.toString(TEXT, { type: "svg", margin: 2 });

const reader = createCodeReader({ patienceMs: 30_000 });
const { check } = createQrCheck(reader);
afterAll(() => reader.close());

/** The text read from an operator's markup; null if there is none. */
const textIn = async (markup: string) => {
  const checked = await check(markup, []);
  if (!checked.ok) throw new Error(checked.fault);
  return checked.payload;
};
const image = (address: string) => `<img src="${address}">`;

describe("a QR code is read", () => {
  test.each(Object.keys(DRAWINGS))("from an SVG: %s", async (name) => {
    expect(await textIn(await markupOf(name))).toBe(TEXT);
  });

  test("from a PNG, also a large one", async () => {
    for (const scale of [3, 40]) {
      const address = await QRCode.toDataURL(TEXT, { scale });
      expect(await textIn(image(address))).toBe(TEXT);
    }
  });

  test("from a PNG with a transparent background", async () => {
    const address = await QRCode.toDataURL(TEXT, { color: { light: "#0000" } });
    expect(await textIn(image(address))).toBe(TEXT);
  });

  test.each(["th", "la", "en"] as const)("from the image that members save, with words in %s", async (locale) => {
    const lines = [
      ["KBANK PROMPTPAY *3333"],
      [{ word: "expires" } as const, "20/11/2026 14:32"],
      [{ word: "once" } as const],
    ];
    const png = drawQrPicture({ payload: TEXT, locale, title: ["500.37", { word: "baht" }], lines });
    expect(await textIn(image(`data:image/png;base64,${png.toString("base64")}`))).toBe(TEXT);
    const { width, height } = PNG.sync.read(png);
    expect(height).toBeGreaterThan(width);
  });

  test("from a JPEG", async () => {
    const { data, width, height } = PNG.sync.read(await QRCode.toBuffer(TEXT, { scale: 6 }));
    const jpeg = encode({ data, width, height }, 70).data.toString("base64");
    expect(await textIn(image(`data:image/jpeg;base64,${jpeg}`))).toBe(TEXT);
  });

  test.each([
    ["an SVG with curves", '<svg viewBox="0 0 9 9"><path d="M0 0C1 1 2 2 3 3z"/></svg>'],
    ["an SVG without a QR code", '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'],
    ["an SVG without a size", '<svg><path d="M0 0h9v9z"/></svg>'],
  ])("but not from %s", async (_what, markup) => {
    expect(await textIn(markup)).toBeNull();
  });

  test("but not from a small file with huge dimensions", async () => {
    const png = PNG.sync.write(new PNG({ width: 10, height: 10 }));
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    expect(await textIn(image(`data:image/png;base64,${png.toString("base64")}`))).toBeNull();
  });
});

describe("a QR code is checked before it is shown", () => {
  const svg = (text: string) => QRCode.toString(text, { type: "svg" });

  test("and shown if its amount is the requested one", async () => {
    const checked = await check(await svg(TEXT), [500_37, 500_37]);
    expect(checked).toMatchObject({ ok: true, payload: TEXT, payment: { amount: 500_37 } });
  });

  test.each([
    ["has another amount than requested", TEXT, [null, 500_00]],
    ["has another amount than the record", TEXT, [50_37, null]],
    ["has a wrong checksum", `${TEXT.slice(0, -1)}?`, [500_37, 500_37]],
  ])("and not shown if it %s", async (_what, text, amounts) => {
    expect(await check(await svg(text), amounts)).toEqual({ ok: false, fault: "wrong" });
  });

  test("and not shown if the record has another amount than requested", async () => {
    const unreadable = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    expect(await check(unreadable, [500_00, 5_000_00])).toEqual({ ok: false, fault: "wrong" });
  });

  test("and shown unchecked if it cannot be read or is not a payment QR", async () => {
    expect(await check('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>', [500_00])).toMatchObject({
      ok: true,
      payload: null,
    });
    expect(await check(await svg("https://pay.example/1"), [500_00])).toMatchObject({ ok: true, payment: null });
  });

  test("and not shown if it is not a picture", async () => {
    expect(await check("<script>1</script>", [])).toEqual({ ok: false, fault: "unreadable" });
    expect(await check(null, [])).toEqual({ ok: false, fault: "unreadable" });
  });

  test("and not shown while the reader is too busy, then shown once it was read", async () => {
    let looks = 0;
    const busy: CodeReader = { ...reader, read: async (job) => ((looks += 1) <= 2 ? null : reader.read(job)) };
    const { check: checkWhenFree } = createQrCheck(busy);
    expect(await checkWhenFree(await svg(TEXT), [500_37])).toEqual({ ok: false, fault: "unreadable" });
    expect(await checkWhenFree(await svg(TEXT), [500_37])).toMatchObject({ ok: true, payload: TEXT });
  });
});
