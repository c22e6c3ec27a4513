/** Pictures of transfer slips like those of bank apps, for the desk and for tests. */
import { encode } from "jpeg-js";
import { PNG } from "pngjs";
import QRCode from "qrcode";
import type { Pixels } from "../../codes/picture";
import { miniQr } from "./mini-qr";
import { ADVANCE, dotsOf } from "../../codes/font";

/** The content of a slip. `amount`: minor units. `paidAt`: epoch milliseconds. */
export interface SlipFacts {
  transRef: string;
  amount: number;
  currency: string;
  paidAt: number;
  from: { bankCode: string; number: string };
  to: { bankCode: string; number: string };
}

export interface SlipLook {
  /** Text of the QR; null for none. By default the mini-QR of the facts. */
  qr?: string | null;
  /** `cropped`: cut off above the QR. `tiny`: too small to be read. */
  size?: "whole" | "cropped" | "tiny";
}

type Colour = readonly [number, number, number];
const INK: Colour = [24, 28, 36];
const GREEN: Colour = [10, 110, 60];
const PAPER: Colour = [255, 255, 255];
const WIDTH = 600;
const HEIGHT = 960;
const CROPPED_HEIGHT = 560;
const QR_TOP = 600;
const QR_SIDE = 300;

function canvas(width: number, height: number) {
  const data = Buffer.alloc(width * height * 4, 255);
  const fill = (x: number, y: number, w: number, h: number, [red, green, blue]: Colour) => {
    for (let row = y; row < Math.min(y + h, height); row += 1)
      for (let column = Math.max(x, 0); column < Math.min(x + w, width); column += 1)
        data.set([red, green, blue], (row * width + column) * 4);
  };
  const write = (text: string, x: number, y: number, scale: number, colour: Colour = INK) => {
    for (const [dotX, dotY] of dotsOf(text)) fill(x + dotX * scale, y + dotY * scale, scale, scale, colour);
  };
  return { pixels: { width, height, data }, fill, write };
}

const amountText = (amount: number) => (amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
const masked = (number: string) => number.slice(-4).padStart(number.length, "X");

/** Date and time in UTC+7, with the year of the Buddhist calendar, as banks print it. */
function stamp(at: number): string {
  const [year, month, day, time] = new Date(at + 7 * 3_600_000).toISOString().split(/[-T]/);
  return `${day}/${month}/${Number(year) + 543} ${time!.slice(0, 5)}`;
}

/** Draws a slip: its text and the mini-QR. */
export function drawSlip(facts: SlipFacts, { qr, size = "whole" }: SlipLook = {}): Pixels {
  if (size === "tiny") return canvas(48, 64).pixels;
  const { pixels, fill, write } = canvas(WIDTH, size === "cropped" ? CROPPED_HEIGHT : HEIGHT);
  const centred = (text: string, y: number, scale: number, colour?: Colour) =>
    write(text, Math.round((WIDTH - text.length * ADVANCE * scale) / 2), y, scale, colour);
  fill(0, 0, WIDTH, 96, GREEN);
  centred("TRANSFER COMPLETED", 38, 3, PAPER);
  centred(stamp(facts.paidAt), 124, 3);
  write(`FROM ${facts.from.bankCode} ${masked(facts.from.number)}`, 48, 200, 3);
  write(`TO   ${facts.to.bankCode} ${facts.to.number}`, 48, 252, 3);
  write("AMOUNT", 48, 330, 3);
  centred(`${amountText(facts.amount)} ${facts.currency}`, 372, 5, GREEN);
  write(`REF ${facts.transRef}`, 48, 468, 2);
  centred("SANDBOX - NO REAL MONEY", 520, 2);
  const text = qr === undefined ? miniQr({ bankCode: facts.from.bankCode, transRef: facts.transRef }) : qr;
  if (text !== null && size === "whole") {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
    const scale = Math.floor(QR_SIDE / modules.size);
    const left = Math.round((WIDTH - modules.size * scale) / 2);
    for (let y = 0; y < modules.size; y += 1)
      for (let x = 0; x < modules.size; x += 1)
        if (modules.get(y, x)) fill(left + x * scale, QR_TOP + y * scale, scale, scale, INK);
  }
  return pixels;
}

export function toPng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  data.copy(png.data);
  return PNG.sync.write(png);
}

export const toJpeg = (pixels: Pixels): Buffer => Buffer.from(encode(pixels, 90).data);

/** A slip as a PNG file. */
export const slipPng = (facts: SlipFacts, look?: SlipLook): Buffer => toPng(drawSlip(facts, look));

/** A tiny PNG whose header claims `side` × `side` pixels. */
export function hugePng(side = 30_000): Buffer {
  const small = toPng({ width: 1, height: 1, data: Buffer.alloc(4, 255) });
  small.writeUInt32BE(side, 16);
  small.writeUInt32BE(side, 20);
  return small;
}
