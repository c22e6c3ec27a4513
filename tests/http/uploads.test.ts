import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { drawSlip, hugePng, toJpeg, toPng } from "../../server/sandbox/slips/picture";
import { withExif } from "../../server/sandbox/slips/exif";
import type { Session } from "../../server/session/session";
import { startApp, MEMBER, type TestApp } from "./app";
import { browser, setCookies, type Browser } from "./client";
import { BOUNDARY, multipart, post, type Part } from "./multipart";
import { SLIP } from "../support/slip";

const MB = 1024 * 1024;

const pixels = drawSlip(SLIP);
const PNG = toPng(pixels);
const JPEG = toJpeg(pixels);

/** Slips stay pending. */
const UNREAD = { slipReadMs: 600_000 };

/** A chunk of a PNG with an invalid checksum. */
const chunk = (name: string, body: Buffer | string) => {
  const bytes = Buffer.from(body as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, Buffer.from(name), bytes, Buffer.alloc(4)]);
};
const segment = (marker: number, body: Buffer | string) => {
  const bytes = Buffer.from(body as string);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
/** Inserts bytes after the first chunk of a PNG, or after the first two bytes of a JPEG. */
const inPng = (...chunks: Buffer[]) => Buffer.concat([PNG.subarray(0, 33), ...chunks, PNG.subarray(33)]);
const inJpeg = (...segments: Buffer[]) => Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);
const sized = (bytes: Buffer, width: number, height: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
};
const sizedJpeg = (height: number, width: number) => {
  const copy = Buffer.from(JPEG);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
};

let sandbox: Sandbox;
let app: TestApp;
let member: Browser;
let session: Session;
let token: string;
let phone: string;

/** A member of the sandbox, signed in to the app. */
async function start(env: Record<string, string> = {}) {
  sandbox = await startSandbox({
    dataFile: ":memory:",
    market: "th",
    switches: { callsPerMinute: 0, slipsAndGiftsPerMinute: 0, slipWindow: "open", slipReadMs: 0 },
  });
  app = await startApp({ RATE_LIMITS: "off", ...env }, { operatorUrl: sandbox.url });
  const known = sandbox.control.member({});
  phone = known.phone;
  const answer = await app.services.client.call(
    endpoints.login,
    { username: known.phone, password: known.password },
    { token: null },
  );
  token = answer.kind === "answer" ? answer.output.token : "";
  member = browser(app);
  await member.signIn({ bearer: token });
  session = (await app.services.seal.open<Session>("session", member.cookies.get("s")))!;
}

async function stop() {
  await app.close();
  await sandbox.close();
}

const operations = () => app.services.engine.forMember({ memberId: MEMBER.id, sid: session.sid, token });
const freshKey = () => operations().formKey("uploadSlip");
const calls = () => sandbox.control.calls("uploadSlip") as { received: number; executed: number };

const picture = (body: Buffer | string, filename = "slip.png", type = "image/png"): Part => ({
  name: "file",
  body,
  filename,
  type,
});
const field = (name: string, body: string): Part => ({ name, body });

async function send(file: Part, options: Parameters<typeof post>[3] & { key?: string; fields?: Part[] } = {}) {
  const k = options.key ?? (await freshKey());
  return post(app, member.cookies, multipart([field("k", k), ...(options.fields ?? []), file]), options);
}

/** The newest slip at the operator, with the image it received. */
async function stored() {
  const list = await app.services.client.call(endpoints.listSlips, { page: 1, limit: 1 }, { token });
  const [slip] = list.kind === "answer" ? list.output.slips : [];
  const image = await app.services.client.call(endpoints.slipImage, { reference: slip!.reference! }, { token });
  const url = image.kind === "answer" ? image.output.url : "";
  return { slip: slip!, url, bytes: Buffer.from(await (await fetch(url)).arrayBuffer()) };
}

const withText = (text: string) => inPng(chunk("tEXt", text));

describe("accepted files", () => {
  beforeAll(() => start());
  afterAll(stop);

  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(200)]);
  const accepted: [string, Part][] = [
    ["a PNG", picture(PNG)],
    ["a JPEG", picture(JPEG, "slip.jpg", "image/jpeg")],
    ["a JPEG called jpeg", picture(JPEG, "slip.jpeg", "image/jpeg")],
    ["a JPEG called jfif", picture(JPEG, "slip.jfif", "image/jpeg")],
    ["a JPEG declared as older browsers do", picture(JPEG, "slip.jpg", "image/pjpeg")],
    ["a JPEG declared image/jpg", picture(JPEG, "slip.jpg", "image/jpg")],
    ["a name in capitals", picture(JPEG, "IMG_0001.JPG", "IMAGE/JPEG")],
    ["a name in Thai", picture(PNG, "สลิปโอนเงิน.png")],
    ["a name with spaces and dots", picture(PNG, "Screenshot 2026.11.20 at 12.00.png")],
    ["a name with a path", picture(PNG, "..\\..\\etc\\slip.png")],
    ["a photograph with place and device", picture(withExif(JPEG), "slip.jpg", "image/jpeg")],
    ["a JPEG with a comment", picture(inJpeg(segment(0xfe, "made by hand")), "slip.jpg", "image/jpeg")],
    ["a JPEG with the thumbnail of a camera", picture(inJpeg(segment(0xe2, "MPF\0second")), "slip.jpg", "image/jpeg")],
    ["a JPEG with bytes that fill", picture(inJpeg(Buffer.from([0xff, 0xff])), "slip.jpg", "image/jpeg")],
    [
      "a JPEG with a film behind it",
      picture(Buffer.concat([JPEG, Buffer.from("ftypmp42....")]), "s.jpg", "image/jpeg"),
    ],
    ["a PNG with texts", picture(withText("Software\0Camera"))],
    ["a PNG with zeros behind it", picture(Buffer.concat([PNG, Buffer.alloc(64)]))],
    ["a PNG as large as may be", picture(inPng(chunk("tEXt", Buffer.alloc(9 * MB, 0x41))))],
    ["a PNG of 12,000 pixels", picture(sized(PNG, 12_000, 12_000))],
    ["a JPEG of 12,000 pixels", picture(sizedJpeg(12_000, 12_000), "slip.jpg", "image/jpeg")],
  ];
  const refused: [string, Part][] = [
    ["no extension", picture(PNG, "slip")],
    ["an extension alone", picture(PNG, "png")],
    ["a dot at the end", picture(PNG, "slip.png.")],
    ["another extension", picture(PNG, "slip.gif")],
    ["a PNG called jpg", picture(PNG, "slip.jpg", "image/jpeg")],
    ["a PNG declared image/jpeg", picture(PNG, "slip.png", "image/jpeg")],
    ["a JPEG called png", picture(JPEG, "slip.png", "image/png")],
    ["a JPEG declared image/png", picture(JPEG, "slip.jpg", "image/png")],
    ["a picture declared as anything", picture(PNG, "slip.png", "application/octet-stream")],
    ["a picture declared as a page", picture(PNG, "slip.png", "text/html")],
    ["a picture declared as a drawing", picture(PNG, "slip.png", "image/svg+xml")],
    ["a program's name", picture(PNG, "slip.php.png")],
    ["a page's name", picture(PNG, "slip.html.png")],
    ["a name that ends as a program", picture(PNG, "slip.png.exe")],
    ["an empty file", picture("", "slip.png")],
    ["a text", picture("only a text that calls itself a picture", "slip.png")],
    ["a page as PNG", picture("<!DOCTYPE html><script>alert(1)</script>", "slip.png")],
    ["a drawing as PNG", picture('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', "slip.png")],
    ["a drawing", picture("<svg/>", "slip.svg", "image/svg+xml")],
    ["a GIF", picture(Buffer.from("GIF89a......"), "slip.gif", "image/gif")],
    ["a GIF as PNG", picture(Buffer.from("GIF89a......"), "slip.png")],
    ["a WebP", picture(Buffer.from("RIFF....WEBPVP8 "), "slip.webp", "image/webp")],
    ["a WebP as JPEG", picture(Buffer.from("RIFF....WEBPVP8 "), "slip.jpg", "image/jpeg")],
    ["a HEIC as JPEG", picture(Buffer.from("\0\0\0\x18ftypheic"), "slip.jpg", "image/jpeg")],
    ["a PDF", picture("%PDF-1.7", "slip.pdf", "application/pdf")],
    ["a PDF as PNG", picture("%PDF-1.7", "slip.png")],
    ["a program as PNG", picture(Buffer.from("MZ\x90\0"), "slip.png")],
    ["an archive as PNG", picture(zip, "slip.png")],
    ["the signature of a PNG alone", picture(PNG.subarray(0, 8))],
    ["half the head of a PNG", picture(PNG.subarray(0, 20))],
    ["the first byte of a JPEG", picture(JPEG.subarray(0, 1), "slip.jpg", "image/jpeg")],
    ["a JPEG without a size", picture(JPEG.subarray(0, 20), "slip.jpg", "image/jpeg")],
    ["a PNG with a page in it", picture(withText("x\0<script>alert(1)</script>"))],
    ["a PNG with a program in it", picture(withText("x\0<?php system($_GET[0]);"))],
    ["a JPEG with a page in it", picture(inJpeg(segment(0xfe, "<html><body>")), "slip.jpg", "image/jpeg")],
    ["a JPEG that is a PDF too", picture(inJpeg(segment(0xfe, "%PDF-1.4 1 0 obj")), "slip.jpg", "image/jpeg")],
    ["a bomb of 30,000 pixels", picture(hugePng(30_000))],
    ["a PNG of 12,001 pixels", picture(sized(PNG, 12_001, 10))],
    ["a PNG as high as numbers go", picture(sized(PNG, 1, 0xffffffff))],
    ["a PNG without width", picture(sized(PNG, 0, 100))],
    ["a JPEG of 12,001 pixels", picture(sizedJpeg(12_001, 10), "slip.jpg", "image/jpeg")],
    ["a JPEG of 65,535 pixels", picture(sizedJpeg(10, 65_535), "slip.jpg", "image/jpeg")],
    ["a JPEG without height", picture(sizedJpeg(0, 10), "slip.jpg", "image/jpeg")],
    [
      "a PNG whose head is not first",
      picture(Buffer.concat([PNG.subarray(0, 8), chunk("tEXt", "a"), PNG.subarray(8)])),
    ],
    [
      "a JPEG that only has tables",
      picture(inJpeg(...Array(20).fill(segment(0xdb, Buffer.alloc(60_000)))), "s.jpg", "image/jpeg"),
    ],
  ];
  /** They start like pictures, so the operator gets an incomplete form, which has no effect. */
  const brokenOff: [string, Part][] = [
    ["a PNG that is cut off", picture(PNG.subarray(0, PNG.length - 30))],
    ["a JPEG that is cut off", picture(JPEG.subarray(0, JPEG.length - 30), "slip.jpg", "image/jpeg")],
    ["a PNG with an archive behind it", picture(Buffer.concat([PNG, zip]))],
    ["a JPEG with an archive behind it", picture(Buffer.concat([JPEG, zip]), "slip.jpg", "image/jpeg")],
    ["a JPEG with a page behind it", picture(Buffer.concat([JPEG, Buffer.from("<script>")]), "s.jpg", "image/jpeg")],
    ["a PNG with a chunk of another maker", picture(inPng(chunk("CgBI", "1234")))],
    [
      "a PNG whose chunk has no end",
      picture(Buffer.concat([PNG.subarray(0, 33), Buffer.from("7fffffff49444154", "hex")])),
    ],
    ["a PNG without pixels", picture(Buffer.concat([PNG.subarray(0, 33), chunk("IEND", "")]))],
    ["a PNG of two heads", picture(inPng(PNG.subarray(8, 33)))],
  ];

  test.each(accepted)("%s is accepted", async (_name, file) => {
    const before = calls().executed;
    // Some of them are the same picture, which must be confirmed.
    const reply = await send(file, { fields: [field("confirmed", "1")] });
    expect(reply?.page).toBeNull();
    expect(reply).toMatchObject({ status: 303, headers: { location: "/user/slips" } });
    expect(calls().executed).toBe(before + 1);
  });

  test.each(refused)("%s is refused, and nothing is sent to the operator", async (_name, file) => {
    const before = calls();
    const reply = await send(file);
    expect(reply).toMatchObject({ status: 422, page: { text: "errors:SLIP_INVALID_FILE" } });
    expect(calls()).toEqual(before);
  });

  test.each(brokenOff)("%s is refused, and the operator gets only an incomplete form", async (_name, file) => {
    const before = calls().executed;
    const reply = await send(file);
    expect(reply).toMatchObject({ status: 422, page: { text: "errors:SLIP_INVALID_FILE" } });
    expect(calls().executed).toBe(before);
    expect(await operations().open()).toBeNull();
  });
});

describe("the upload to the operator", () => {
  beforeEach(() => start());
  afterEach(stop);

  test("has the picture with a new file name, and the bank", async () => {
    await send(picture(PNG, "My private name.png"), { fields: [field("bankCode", "GSB")] });
    const { bytes } = await stored();
    expect(bytes.equals(PNG)).toBe(true);
    expect(sandbox.control.slips(phone)).toMatchObject([{ bankCode: "GSB" }]);
    expect(app.lines.join("\n")).not.toContain("private");
  });

  test("has no location, device, time or text of a JPEG", async () => {
    const photo = Buffer.concat([
      withExif(inJpeg(segment(0xed, "Photoshop 3.0\0city"), segment(0xfe, "by Somchai"), segment(0xe2, "MPF\0two"))),
      Buffer.from("a film of the whole room"),
    ]);
    expect(photo.includes("Sandbox Phone")).toBe(true);
    await send(picture(photo, "slip.jpg", "image/jpeg"));
    const { bytes } = await stored();
    expect(bytes.equals(JPEG)).toBe(true);
  });

  test("has the orientation of a photo", async () => {
    const turned = (order: "II" | "MM") => {
      const bytes = Buffer.alloc(40);
      bytes.write(`Exif\0\0${order}`, "latin1");
      const [u16, u32] =
        order === "II"
          ? [bytes.writeUInt16LE.bind(bytes), bytes.writeUInt32LE.bind(bytes)]
          : [bytes.writeUInt16BE.bind(bytes), bytes.writeUInt32BE.bind(bytes)];
      u32(8, 10);
      u16(1, 14);
      u16(0x0112, 16);
      u16(3, 18);
      u32(1, 20);
      u16(6, 24);
      return bytes;
    };
    const ours = segment(0xe1, Buffer.from("4578696600004d4d002a00000008000101120003000000010006000000000000", "hex"));
    for (const order of ["II", "MM"] as const) {
      await send(picture(inJpeg(segment(0xe1, turned(order)), segment(0xfe, order)), "slip.jpg", "image/jpeg"));
      const { bytes } = await stored();
      expect(bytes.equals(inJpeg(ours))).toBe(true);
    }
  });

  test("has no text, time or program of a PNG", async () => {
    const added = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "caBX", "iCCP"].map((name) =>
      chunk(name, "Somchai's phone"),
    );
    await send(picture(Buffer.concat([inPng(...added), Buffer.from("trailer")])));
    expect((await stored()).bytes.equals(PNG)).toBe(true);
  });

  test("is sent once, with the member's token", async () => {
    await send(picture(PNG));
    expect(calls()).toMatchObject({ received: 1, executed: 1 });
    const [op] = await operations().recent("uploadSlip");
    expect(op).toMatchObject({
      state: "done",
      output: { reference: (await stored()).slip.reference, sha256: createHash("sha256").update(PNG).digest("hex") },
    });
  });
});

describe("size and format of the form", () => {
  beforeEach(() => start());
  afterEach(stop);
  const large = () => Buffer.concat([PNG, Buffer.alloc(11 * MB, 0x41)]);

  test("a file of 11 MB is refused before it is read", async () => {
    expect(await send(picture(large()))).toMatchObject({ status: 413, page: { text: "slips:tooLarge" } });
    expect(calls().received).toBe(0);
  });

  test("a file just above 10 MB is refused while it is read, and the operator never gets all of it", async () => {
    const file = inPng(chunk("IDAT", Buffer.alloc(10 * MB)));
    expect(await send(picture(file))).toMatchObject({ status: 413, page: { text: "slips:tooLarge" } });
    expect(calls().executed).toBe(0);
  });

  test("an endless body without a length is refused, and its connection is closed", async () => {
    const k = await freshKey();
    const start = multipart([field("k", k), picture(PNG)]).subarray(0, -30);
    const pieces = [start, ...Array<Buffer>(60).fill(Buffer.alloc(MB, 0x41))];
    const reply = await post(app, member.cookies, start, { chunked: true, pieces });
    if (reply) expect(reply).toMatchObject({ status: 413 });
    expect(calls().executed).toBe(0);
    expect(await operations().open()).toBeNull();
  });

  test("a form shorter than its length counts as incomplete", async () => {
    const body = multipart([field("k", await freshKey()), picture(PNG)]);
    const headers = { "Content-Length": body.length + 1000 };
    expect(await post(app, member.cookies, body, { headers, leave: true })).toBeNull();
    await expect.poll(async () => await operations().open()).toBeNull();
    expect(calls().executed).toBe(0);
  });

  test.each<[string, (k: string) => Buffer, number]>([
    ["two files", (k) => multipart([field("k", k), picture(PNG), picture(PNG)]), 400],
    ["a file of another name", (k) => multipart([field("k", k), { ...picture(PNG), name: "slip" }]), 400],
    ["a field twice", (k) => multipart([field("k", k), field("k", k), picture(PNG)]), 400],
    ["10,000 parts", (k) => multipart([field("k", k), ...Array<Part>(10_000).fill(field("a", "b"))]), 400],
    ["a field without end", (k) => multipart([field("k", k), field("a", "x".repeat(100_000)), picture(PNG)]), 400],
    ["a body without its end", (k) => multipart([field("k", k), picture(PNG)]).subarray(0, -40), 400],
    ["only a preamble", () => Buffer.alloc(100_000, 0x41), 400],
    [
      "headers without end",
      (k) =>
        Buffer.concat([
          multipart([field("k", k)]).subarray(0, -40),
          Buffer.from(`\r\n--${BOUNDARY}\r\nX: `),
          Buffer.alloc(100_000, 0x41),
        ]),
      400,
    ],
    ["nothing at all", () => Buffer.alloc(0), 400],
  ])("%s is refused at once", async (_name, body, status) => {
    const reply = await post(app, member.cookies, body(await freshKey()));
    expect(reply?.status).toBe(status);
    expect(calls().executed).toBe(0);
    expect(await operations().open()).toBeNull();
  });

  test.each([
    ["no boundary", { "Content-Type": "multipart/form-data" }, 415],
    ["an empty boundary", { "Content-Type": "multipart/form-data; boundary=" }, 400],
    ["another kind of form", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["a mixed body", { "Content-Type": `multipart/mixed; boundary=${BOUNDARY}` }, 415],
    ["no type", { "Content-Type": "" }, 415],
    ["a compressed body", { "Content-Encoding": "gzip" }, 415],
  ])("%s is refused without reading", async (_name, headers, status) => {
    expect((await send(picture(PNG), { headers }))?.status).toBe(status);
    expect(calls().received).toBe(0);
  });

  test("a form without a file gets its own error", async () => {
    const none = { name: "file", body: "", filename: "", type: "application/octet-stream" };
    expect(await send(none)).toMatchObject({ status: 422, page: { text: "errors:SLIP_NO_FILE" } });
    const without = multipart([field("k", await freshKey())]);
    expect(await post(app, member.cookies, without)).toMatchObject({
      status: 422,
      page: { text: "errors:SLIP_NO_FILE" },
    });
    expect(calls().received).toBe(0);
  });
});

describe("the owner of the form", () => {
  beforeEach(() => start());
  afterEach(stop);

  test("a guest is redirected to /login, and nothing is read", async () => {
    const reply = await post(app, new Map(), multipart([field("k", "x"), picture(PNG)]));
    expect(reply).toMatchObject({ status: 303, headers: { location: "/login?nextUrl=%2Fuser%2Fslips" } });
    expect(calls().received).toBe(0);
  });

  test.each([
    ["another site", { Origin: "https://evil.example" }],
    ["another site, according to the browser", { "Sec-Fetch-Site": "cross-site" }],
  ])("a form from %s is refused", async (_name, headers) => {
    expect((await send(picture(PNG), { headers }))?.status).toBe(403);
    expect(calls().received).toBe(0);
  });

  test("a form without a valid key, or with the key after the file, is refused", async () => {
    const k = await freshKey();
    for (const parts of [
      [picture(PNG)],
      [field("k", "guessed"), picture(PNG)],
      [picture(PNG), field("k", k)],
      [field("_t", k), picture(PNG)],
    ])
      expect((await post(app, member.cookies, multipart(parts)))?.status).toBe(403);
    expect(calls().received).toBe(0);
  });

  test("a key of another operation sends nothing", async () => {
    const key = await operations().formKey("withdraw");
    expect(await send(picture(PNG), { key })).toMatchObject({ status: 409, page: { text: "receipt:stale" } });
    expect(calls().received).toBe(0);
  });

  test("a member whose session ended at the operator is redirected to /login", async () => {
    const key = await freshKey();
    sandbox.control.expireTokens({ phone });
    const reply = await send(picture(PNG), { key });
    expect(reply).toMatchObject({ status: 303, headers: { location: "/login?nextUrl=%2Fuser%2Fslips" } });
    expect(calls().executed).toBe(0);
  });
});

describe("a form is sent at most once", () => {
  beforeEach(() => start());
  afterEach(stop);

  test("a second tap leads to the same page as the first one", async () => {
    const key = await freshKey();
    const replies = await Promise.all([send(picture(PNG), { key }), send(picture(PNG), { key })]);
    for (const reply of replies) expect(reply).toMatchObject({ status: 303, headers: { location: "/user/slips" } });
    expect(calls()).toMatchObject({ received: 1, executed: 1 });
  });

  test("a second tap that cancels the first upload is sent", async () => {
    const key = await freshKey();
    const body = multipart([field("k", key), picture(PNG)]);
    const headers = { "Content-Length": body.length };
    const first = post(app, member.cookies, body.subarray(0, 6_000), { headers, leave: true });
    const second = send(picture(PNG), { key });
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ status: 303, headers: { location: "/user/slips" } });
    expect(calls().executed).toBe(1);
  });

  test("the same form with another picture sends another slip: a slip can always be sent", async () => {
    const key = await freshKey();
    await send(picture(PNG), { key });
    const reply = await send(picture(JPEG, "slip.jpg", "image/jpeg"), { key });
    expect(reply).toMatchObject({ status: 303 });
    expect(calls().executed).toBe(2);
  });

  test("the same picture must be confirmed to be sent again", async () => {
    sandbox.control.switches(UNREAD);
    await send(picture(PNG));
    const again = await send(picture(PNG, "another name.png"));
    expect(again).toMatchObject({ status: 409, page: { text: "slips:samePicture" } });
    expect(Number(again?.page?.at)).toBeGreaterThan(0);
    expect(calls().executed).toBe(1);
    const wished = await send(picture(PNG), { fields: [field("confirmed", "1")] });
    expect(wished).toMatchObject({ status: 303 });
    expect(calls().executed).toBe(2);
  });

  describe("another picture of the same transfer", () => {
    const first = picture(PNG);
    const second = picture(JPEG, "slip.jpg", "image/jpeg");

    test("must be confirmed to be sent", async () => {
      sandbox.control.switches(UNREAD);
      await send(first);
      const again = await send(second);
      expect(again).toMatchObject({ status: 409, page: { text: "slips:sameTransfer" } });
      expect(Number(again?.page?.at)).toBeGreaterThan(0);
      expect(calls().executed).toBe(1);
      expect(await send(second, { fields: [field("confirmed", "1")] })).toMatchObject({ status: 303 });
      expect(calls().executed).toBe(2);
    });

    test("is accepted if the operator failed the first one", async () => {
      await send(first);
      // It is read immediately, and the sandbox's bank does not know the transfer.
      expect(await stored()).toMatchObject({ slip: { status: "FAILED" } });
      expect(await send(second)).toMatchObject({ status: 303 });
    });

    test("of another transfer needs no confirmation", async () => {
      await send(first);
      const other = drawSlip({ ...SLIP, transRef: "20261120120000654321" });
      expect(await send(picture(toPng(other)))).toMatchObject({ status: 303 });
    });

    test("is not recognised without a code, and nothing of the transfer is stored", async () => {
      await send(first);
      expect(JSON.stringify(await operations().last())).not.toContain(SLIP.transRef);
      const cropped = toPng(drawSlip(SLIP, { size: "cropped" }));
      expect(await send(picture(cropped))).toMatchObject({ status: 303 });
      expect(await operations().last()).toMatchObject({ output: { transfer: "none" } });
    });
  });

  test("the operator's refusal is shown at the form", async () => {
    sandbox.control.switches({ slipWindow: "closed" });
    expect(await send(picture(PNG))).toMatchObject({ status: 422, page: { text: "errors:SLIP_UPLOAD_FAIL" } });
    expect(await operations().last()).toMatchObject({ state: "rejected", code: "SLIP_UPLOAD_FAIL" });
  });

  test("if the answer is lost, the list of slips proves the upload", async () => {
    sandbox.control.fault({ kind: "drop-after-commit", call: "uploadSlip" });
    const reply = await send(picture(PNG));
    const id = /\/user\/receipt\/(.+)/.exec(reply?.headers.location ?? "")?.[1];
    expect(reply?.status).toBe(303);
    await expect.poll(async () => (await operations().view(id!))?.state, { timeout: 10_000 }).toBe("done");
    expect(calls().executed).toBe(1);
  });

  test("if the operator cannot be reached, the form remains valid", async () => {
    const key = await freshKey();
    sandbox.control.fault({ kind: "reset", call: "listSlips", times: 0 });
    expect(await send(picture(PNG), { key })).toMatchObject({ status: 503, page: { text: "receipt:closed" } });
    sandbox.control.clearFaults();
    expect(await send(picture(PNG), { key })).toMatchObject({ status: 303 });
    expect(calls().executed).toBe(1);
  });
});

test("a member can send six slips in ten minutes", async () => {
  await start({ RATE_LIMITS: "on" });
  for (let count = 0; count < 6; count += 1) {
    const file = picture(inPng(chunk("tRNS", Buffer.from([0, count, 0, 0, 0, 0]))));
    expect(await send(file)).toMatchObject({ status: 303 });
  }
  expect(await send(picture(PNG))).toMatchObject({ status: 429, page: { text: "errors:REQUEST_LIMIT" } });
  expect(calls().executed).toBe(6);
  await stop();
});

test("a member can start twenty uploads in ten minutes, successful or not", async () => {
  await start({ RATE_LIMITS: "on" });
  const text = picture(Buffer.from("not a picture"));
  for (let count = 0; count < 20; count += 1) expect(await send(text)).toMatchObject({ status: 422 });
  expect(await send(text)).toMatchObject({ status: 429, page: { text: "errors:REQUEST_LIMIT" } });
  await stop();
});

describe("the answer to the browser", () => {
  beforeEach(() => start());
  afterEach(stop);

  test("a form redirects to the list", async () => {
    expect(await send(picture(PNG))).toMatchObject({ status: 303, headers: { location: "/user/slips" } });
  });

  test("only an upload can make the page show a fault", async () => {
    const _t = await member.token("/user/home");
    const reply = await member.post("/user/slips", { _t, fault: "any text", status: "599", at: "1" });
    expect(reply.status).toBe(405);
    expect(reply.text).not.toContain("any text");
  });

  test("a script gets the URL instead", async () => {
    const reply = await send(picture(PNG), { headers: { "X-Requested-With": "XMLHttpRequest" } });
    expect(reply).toMatchObject({ status: 201, headers: { location: "/user/slips" }, text: "" });
  });
});

describe("the picture of a slip", () => {
  beforeEach(() => start());
  afterEach(stop);

  test("is served from the operator's URL, only for the member's own slips", async () => {
    await send(picture(PNG));
    const { slip, url } = await stored();
    const address = (reference: string) => `/user/slips/image?reference=${encodeURIComponent(reference)}`;
    const reply = await member.get(address(slip.reference!));
    expect(reply.status).toBe(303);
    expect(reply.headers).toMatchObject({ location: url, "referrer-policy": "no-referrer" });
    expect(setCookies(reply)).toEqual([]);

    const known = sandbox.control.member({});
    const other = await app.services.client.call(
      endpoints.login,
      { username: known.phone, password: known.password },
      { token: null },
    );
    const stranger = browser(app);
    await stranger.signIn({ bearer: other.kind === "answer" ? other.output.token : "" });
    expect((await stranger.get(address(slip.reference!))).status).toBe(404);
    for (const reference of ["", "../../wallet", "SLP1", "%2e%2e"]) {
      expect((await member.get(address(reference))).status).toBe(404);
    }
    expect((await browser(app).get(address(slip.reference!))).headers.location).toMatch(/^\/login/);
  });
});
