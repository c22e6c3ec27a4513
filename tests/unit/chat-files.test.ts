import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { MAX_MB as shown } from "../../app/features/chat/file-rules";
import { fileKindOf, MAX_MB } from "../../server/chat/file-kind";
import { byteReader } from "../../server/uploads/byte-reader";
import { UploadFault } from "../../server/uploads/fault";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));

const PNG = bytes([0x89], "PNG\r\n", [0x1a], "\n", Buffer.alloc(16).toString("latin1"));
const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0], "\0\x10JFIF\0", Buffer.alloc(16).toString("latin1"));
const GIF = bytes("GIF89a", Buffer.alloc(16).toString("latin1"));
const MP4 = bytes([0, 0, 0, 24], "ftypisom", Buffer.alloc(16).toString("latin1"));
const MOV = bytes([0, 0, 0, 20], "ftypqt  ", Buffer.alloc(16).toString("latin1"));

test.each([
  ["slip.png", "image/png", PNG, "image"],
  ["slip.jpg", "image/jpeg", JPEG, "image"],
  ["slip.jpeg", "image/jpeg", JPEG, "image"],
  ["slip.gif", "image/gif", GIF, "image"],
  ["clip.mp4", "video/mp4", MP4, "video"],
  ["clip.mov", "video/quicktime", MOV, "video"],
  ["slip", "image/png", PNG, undefined],
  ["slip.png", "image/png", JPEG, undefined],
  ["clip.mp4", "video/mp4", MOV, undefined],
  ["page.html", "text/html", Buffer.from("<p>hello</p>"), undefined],
  ["slip.svg", "image/svg+xml", Buffer.from("<svg/>"), undefined],
] as const)("a file of the chat is known by its content: %s %s", (name, type, head, kind) => {
  expect(fileKindOf({ name, type }, head)?.fileType).toBe(kind);
});

describe("a GIF", () => {
  const SCREEN = bytes("GIF89a", [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
  const LOOP = bytes([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]);
  const FRAME = bytes([0x21, 0xf9, 4, 0, 10, 0, 0, 0], [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0], [2, 2, 0x44, 1, 0]);
  const END = bytes([0x3b]);
  const COMMENT = bytes([0x21, 0xfe, 11], "13.75,100.5", [0]);
  const XMP = bytes([0x21, 0xff, 11], "XMP DataXMP", [10], "<x:xmpmeta", [3], "ann", [0]);

  /** What the operator gets, as the file arrives in pieces of any size. */
  async function sent(file: Buffer, size: number) {
    const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
      file.subarray(at * size, (at + 1) * size),
    );
    const kind = fileKindOf({ name: "a.gif", type: "image/gif" }, file.subarray(0, 16))!;
    const parts: Buffer[] = [];
    for await (const part of await kind.open(byteReader(Readable.from(pieces)))) parts.push(part);
    return Buffer.concat(parts);
  }

  test.each([1, 7, 1_000])(
    "loses its comments and what applications wrote, and keeps its film (by %i bytes)",
    async (size) => {
      const file = bytes(...[SCREEN, COMMENT, LOOP, XMP, FRAME, COMMENT, FRAME, END].map((part) => [...part]), "after");
      expect(await sent(file, size)).toEqual(Buffer.concat([SCREEN, LOOP, FRAME, FRAME, END]));
    },
  );

  test.each([
    ["has no end", [SCREEN, FRAME]],
    ["has nothing to draw", [SCREEN, LOOP, END]],
    ["has blocks of no kind", [SCREEN, FRAME, Buffer.from([7]), END]],
    ["ends in a block", [SCREEN, FRAME.subarray(0, 20)]],
    ["is followed by a page", [SCREEN, FRAME, END, Buffer.from("<!doctype html>")]],
  ])("is refused if it %s", async (_, parts) => expect(sent(Buffer.concat(parts), 64)).rejects.toThrow(UploadFault));
});

test("the page says the limits that the server has", () => {
  expect(shown).toEqual(MAX_MB);
  expect(fileKindOf({ name: "a.gif", type: "image/gif" }, GIF)!.maxBytes).toBe(10 * 1024 * 1024);
  expect(fileKindOf({ name: "a.mp4", type: "video/mp4" }, MP4)!.maxBytes).toBe(20 * 1024 * 1024);
});
