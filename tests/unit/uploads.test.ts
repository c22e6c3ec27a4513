import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import type { MemberOperations } from "../../server/operations/types";
import { outgoingForm } from "../../server/uploads/outgoing";
import { byteReader } from "../../server/uploads/byte-reader";
import { HEAD_BYTES } from "../../server/uploads/foreign";
import { cleanGif } from "../../server/uploads/gif";
import { cleanJpeg } from "../../server/uploads/jpeg";
import { kindOf, openPicture } from "../../server/uploads/picture";
import { createPlaces } from "../../server/uploads/places";
import { createCodes } from "../../server/codes/codes";
import { receiveSlip } from "../../server/slips/upload/slip";
import { UploadFault } from "../../server/uploads/fault";
import { BOMBS } from "../support/bombs";

const PNG_HEAD = Buffer.from("89504e470d0a1a0a", "hex");
const kind = kindOf({ name: "slip.png", type: "image/png" }, PNG_HEAD)!;

/** A picture in pieces, counted as they are read. */
function pieces(count: number) {
  const fetched = { count: 0 };
  async function* picture() {
    for (let index = 0; index < count; index += 1) {
      fetched.count += 1;
      yield Buffer.from(`piece ${index};`);
    }
  }
  return { fetched, picture: picture() };
}

test("the picture is read only as fast as the operator accepts it", async () => {
  const { fetched, picture } = pieces(100);
  const form = outgoingForm({ fields: {}, kind, picture, onBytes: () => {}, mayEnd: async () => {} });
  const body = form.body[Symbol.asyncIterator]();
  await body.next();
  expect(fetched.count).toBe(0);
  for (let taken = 1; taken <= 5; taken += 1) {
    await body.next();
    expect(fetched.count).toBe(taken);
  }
});

test("the closing boundary is sent only after the form was accepted", async () => {
  const refused = new UploadFault(422, "no");
  const mayEnd = async () => Promise.reject(refused);
  const form = outgoingForm({
    fields: { bankCode: "SCB" },
    kind,
    picture: pieces(2).picture,
    onBytes: () => {},
    mayEnd,
  });
  let sent = "";
  const read = async () => {
    for await (const bytes of form.body) sent += bytes.toString();
  };
  await expect(read()).rejects.toBe(refused);
  await form.over;
  expect(form.isWhole()).toBe(false);
  expect(form.fault()).toBe(refused);
  const boundary = /boundary=(.+)$/.exec(form.type)![1]!;
  expect(sent).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="bankCode"\r\n\r\nSCB\r\n`);
  expect(sent).toMatch(
    /name="file"; filename="upload-[0-9a-f]{24}\.png"\r\nContent-Type: image\/png\r\n\r\npiece 0;piece 1;$/,
  );
  expect(sent).not.toContain(`${boundary}--`);
});

const BROWSER = { destroyed: false };
const atOnce = () => Promise.resolve(0);

test("uploads of an address begin one after the other, and those of another address do not wait for them", async () => {
  const pauses: Record<string, number[]> = { "10.0.0.1": [0, 20, 20, 0], "10.0.0.2": [0] };
  const places = createPlaces({
    total: 9,
    perAddress: 9,
    patienceMs: 20,
    pace: (address) => Promise.resolve(pauses[address]!.shift()!),
  });
  expect(await places.enter("a", "10.0.0.1", BROWSER)).not.toBeNull();
  const begun: string[] = [];
  const second = places.enter("b", "10.0.0.1", BROWSER).then(() => begun.push("b"));
  const other = places.enter("c", "10.0.0.2", BROWSER).then(() => begun.push("c"));
  await Promise.all([second, other]);
  expect(begun).toEqual(["c", "b"]);
  expect(pauses["10.0.0.1"], "asked again after each pause").toEqual([]);
});

test("a browser that leaves while it waits for its turn gives its place back", async () => {
  const places = createPlaces({ total: 1, perAddress: 1, patienceMs: 5_000, pace: () => Promise.resolve(60_000) });
  const browser = { destroyed: false };
  const waiting = places.enter("a", "10.0.0.1", browser);
  browser.destroyed = true;
  const again = places.enter("a", "10.0.0.1", { destroyed: true });
  expect(await waiting).toBeNull();
  expect(await again, "the second tap does not wait in vain").toBeNull();
});

test("an IPv6 customer has the places of one address", async () => {
  const places = createPlaces({ total: 9, perAddress: 1, patienceMs: 20, pace: atOnce });
  expect(await places.enter("a", "2001:db8:1:2::1", BROWSER)).not.toBeNull();
  expect(await places.enter("b", "2001:db8:1:2::9", BROWSER)).toBeNull();
  expect(await places.enter("b", "2001:db8:1:3::9", BROWSER)).not.toBeNull();
});

test("the number of uploads is limited in total, per address and per member", async () => {
  const places = createPlaces({ total: 3, perAddress: 2, patienceMs: 20, pace: atOnce });
  const leave = await places.enter("a", "10.0.0.1", BROWSER);
  expect(await places.enter("a", "10.0.0.2", BROWSER)).toBeNull();
  const waiting = createPlaces({ total: 2, perAddress: 2, patienceMs: 60_000, pace: atOnce });
  const first = (await waiting.enter("a", "10.0.0.1", BROWSER))!;
  const second = waiting.enter("a", "10.0.0.1", BROWSER);
  first();
  expect(await second).not.toBeNull();
  expect(await places.enter("b", "10.0.0.1", BROWSER)).not.toBeNull();
  expect(await places.enter("c", "10.0.0.1", BROWSER), "the third upload of an address").toBeNull();
  expect(await places.enter("c", "10.0.0.2", BROWSER)).not.toBeNull();
  expect(await places.enter("d", "10.0.0.3", BROWSER), "the fourth upload in total").toBeNull();
  leave!();
  expect(await places.enter("d", "10.0.0.1", BROWSER)).not.toBeNull();
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test.each([
  ["no bytes arrive", { wholeMs: 60_000, pace: { windowMs: 50, minBytes: 1 } }, 0],
  ["a few bytes keep it open", { wholeMs: 60_000, pace: { windowMs: 200, minBytes: 500 } }, 20],
  ["it takes too long", { wholeMs: 50, pace: { windowMs: 60_000, minBytes: 1 } }, 0],
])("an upload is cancelled if %s", async (_case, times, dripMs) => {
  const sender = {
    operations: {} as MemberOperations,
    holds: () => true,
    limit: async () => null,
    codes: createCodes({ slipPatienceMs: 60_000 }),
    failed: async () => false,
  };
  const fault = await new Promise((resolve, reject) => {
    const server = createServer((incoming) => void receiveSlip(incoming, sender, times).then(reject, resolve));
    servers.push(server);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const headers = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": 1000 };
      const outgoing = request({ port, method: "POST", headers });
      outgoing.on("error", () => undefined);
      outgoing.write('--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nkey\r\n--x\r\n');
      const drip = dripMs > 0 ? setInterval(() => outgoing.write("-"), dripMs) : undefined;
      outgoing.on("close", () => clearInterval(drip));
    });
  });
  expect(fault).toMatchObject({ status: 400, text: "slips:brokenOff" });
});

/** A stream with all bytes at once. */
async function* whole(bytes: Buffer) {
  yield bytes;
}

test.each([
  ["a PNG with many IDAT chunks", "slip.png"],
  ["a progressive JPEG with many scans", "slip.jpg"],
])("%s is rejected before its parts keep the process busy", async (name, file) => {
  const { type, bytes } = BOMBS[name]!;
  const picture = bytes();
  const kind = kindOf({ name: file, type }, picture.subarray(0, HEAD_BYTES))!;
  let passed = 0;
  const reading = (async () => {
    for await (const block of await openPicture(kind, byteReader(whole(picture)))) passed += block.length;
  })();
  await expect(reading).rejects.toMatchObject({ status: 422, text: "errors:SLIP_INVALID_FILE" });
  expect(passed).toBeLessThan(picture.length / 4);
});

const GIF_HEAD = Buffer.from("GIF89a\x10\0\x10\0\0\0\0", "latin1");
const FRAME = ",\0\0\0\0\x10\0\x10\0\0\x02";
const gif = (parts: string) => Buffer.concat([GIF_HEAD, Buffer.from(`${parts};`, "latin1")]);

/** What is left of a GIF, in the pieces that are sent on, and how often something else ran meanwhile. */
async function readGif(bytes: Buffer) {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await openPicture({ clean: cleanGif }, byteReader(whole(bytes)))) pieces.push(piece);
  } finally {
    clearImmediate(next);
  }
  return { picture: Buffer.concat(pieces), pieces: pieces.length, turns };
}

test("a film of very many frames is sent on, and the process does other things meanwhile", async () => {
  const film = gif(`${FRAME}\x01a\0`.repeat(10_000));
  const { picture, pieces, turns } = await readGif(film);
  expect(picture.equals(film)).toBe(true);
  expect(pieces).toBeLessThan(100);
  expect(turns).toBeGreaterThan(100);
});

test("blocks of one byte cost as little as long ones", async () => {
  const picture = gif(`${FRAME}${"\x01a".repeat(1_000_000)}\0`);
  const { picture: sent, turns } = await readGif(picture);
  expect(sent.equals(picture)).toBe(true);
  expect(turns).toBeLessThan(100);
});

test("blocks that the network has cut are put together", async () => {
  const picture = gif(`${FRAME}${`\xff${"a".repeat(255)}`.repeat(20)}\x03abc\0!\xfe\x05hello\x01b\0${FRAME}\x01a\0`);
  const sent = gif(`${FRAME}${`\xff${"a".repeat(255)}`.repeat(20)}\x03abc\0${FRAME}\x01a\0`);
  for (const size of [1, 2, 3, 100, 257, 1000]) {
    const cut = Array.from({ length: Math.ceil(picture.length / size) }, (_, at) =>
      picture.subarray(at * size, (at + 1) * size),
    );
    const pieces: Buffer[] = [];
    const reader = byteReader(Readable.from(cut));
    for await (const piece of await openPicture({ clean: cleanGif }, reader)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(sent), `${size} at a time`).toBe(true);
  }
});

test.each([
  ["a GIF of empty comments", cleanGif, gif(`${"!\xfe\0".repeat(1_000_000)}${FRAME}\x01a\0`)],
  ["a JPEG of padding", cleanJpeg, Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(3_000_000, 0xff)])],
])("%s is rejected before its parts keep the process busy", async (_, clean, bytes) => {
  let given = 0;
  const source = async function* () {
    for (; given < bytes.length; given += 10_000) yield bytes.subarray(given, given + 10_000);
  };
  const reading = (async () => {
    for await (const piece of await openPicture({ clean }, byteReader(source()))) expect(piece).toBeDefined();
  })();
  await expect(reading).rejects.toMatchObject({ status: 422, text: "errors:SLIP_INVALID_FILE" });
  expect(given).toBeLessThan(bytes.length / 5);
});
