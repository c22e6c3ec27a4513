import { expect, test } from "vitest";
import { MAX_MB as shown } from "../../app/features/chat/file-rules";
import { fileKindOf, MAX_MB } from "../../server/chat/file-kind";

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

test("the page says the limits that the server has", () => {
  expect(shown).toEqual(MAX_MB);
  expect(fileKindOf({ name: "a.gif", type: "image/gif" }, GIF)!.maxBytes).toBe(10 * 1024 * 1024);
  expect(fileKindOf({ name: "a.mp4", type: "video/mp4" }, MP4)!.maxBytes).toBe(20 * 1024 * 1024);
});
