import { request } from "node:http";
import { expect, test } from "vitest";
import { miniQr } from "../../server/sandbox/slips/mini-qr";
import { readMiniQr } from "../../server/codes/mini-qr";
import { promptPay } from "../../server/sandbox/ledger/promptpay";
import { slipOutcomes, type SlipNote } from "../../server/sandbox/slips/made-slips";
import { drawSlip, hugePng, slipPng, toPng } from "../../server/sandbox/slips/picture";
import { operator, refused } from "./sandbox-operator";

const bytesOf = (png: string) => Buffer.from(png, "base64");
const notes = slipOutcomes.filter((outcome): outcome is SlipNote => outcome !== "SUCCESS");

test("a valid slip is pending until it is read, is credited once, and only its sender gets the image", async () => {
  const { control, sandbox, call, upload, slips, newcomer } = await operator({ switches: { slipReadMs: 5_000 } });
  const { token, phone } = await newcomer();
  const made = control.makeSlip({ phone, amount: 345_50, bankCode: "GSB" });
  const sent = await upload(token, bytesOf(made.png), { bankCode: "GSB" });
  expect(sent).toEqual({
    status: 200,
    body: { message: "SUCCESS", reference: expect.stringMatching(/^SLP\d{14}$/) as string },
  });
  const reference = sent.body.reference as string;
  const pending = { status: "PENDING", amount: null, note: null, link: null, reference };
  expect(await slips(token)).toMatchObject({ total: 1, slips: [pending] });
  expect(control.balances(phone)).toEqual({ wallet: 0 });

  await control.advance({ ms: 5_000 });
  const [read] = (await slips(token)).slips;
  expect(read).toMatchObject({ status: "SUCCESS", amount: 345.5, note: null });
  expect(control.balances(phone)).toEqual({ wallet: 345_50 });
  expect(control.statement(phone).rows).toMatchObject([
    { type: "deposit", status: "SUCCESS", source: "GSB", target: "wallet", amount: 345_50 },
  ]);
  expect((await call(`GET /api/statement/slip/reference/${reference}`, undefined, token)).body.url).toBe(read!.link);
  const image = await fetch(read!.link as string);
  expect(image.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await image.arrayBuffer()).equals(bytesOf(made.png))).toBe(true);
  expect((await fetch((read!.link as string).replace(/sig=.*/, "sig=guessed"))).status).toBe(404);
  const other = await newcomer();
  expect(await call(`GET /api/statement/slip/reference/${reference}`, undefined, other.token)).toEqual(
    refused(404, "NO_DATA"),
  );
  expect((await slips(other.token)).total).toBe(0);

  await upload(token, bytesOf(made.png));
  await control.readSlips({ phone });
  expect((await slips(token)).slips[0]).toMatchObject({ status: "FAILED", note: "SLIP_REFNO_DUPLICATED", link: null });
  expect(control.balances(phone)).toEqual({ wallet: 345_50 });
  expect(sandbox.ledger.audit().exact).toBe(true);
});

let shared: ReturnType<typeof operator> | undefined;
/** Each operator starts a reader of pictures, which takes longer than reading one. */
const sharedOperator = () => (shared ??= operator({ keep: true }));

test.each(notes)("a slip made to fail with %s fails with it and moves no money", async (note) => {
  const { control, call, upload, slips, newcomer } = await sharedOperator();
  const { token, phone } = await newcomer({ wallet: 10_00 });
  const made = control.makeSlip({ phone, amount: 100_00, outcome: note });
  expect((await upload(token, bytesOf(made.png))).status).toBe(200);
  const [slip] = (await slips(token)).slips;
  expect(slip).toMatchObject({ status: "FAILED", note, link: null });
  const image = await call(`GET /api/statement/slip/reference/${slip!.reference as string}`, undefined, token);
  expect(image.status).toBe(note === "UPLOADED_FILE_NOT_EXIST" ? 404 : 200);
  expect(control.balances(phone)).toEqual({ wallet: 10_00 });
  expect(control.statement(phone).total).toBe(0);
  expect(control.trialBalance().exact).toBe(true);
});

test("the reader uses only the picture, whatever its source", async () => {
  const { control, upload, slips, newcomer } = await operator();
  const { token, phone } = await newcomer();
  const noteOf = async (file: Buffer) => {
    expect((await upload(token, file)).status).toBe(200);
    return (await slips(token)).slips[0]!.note;
  };
  const facts = {
    transRef: "20261120083000123456",
    amount: 100_00,
    currency: "BAHT",
    paidAt: Date.now(),
    from: { bankCode: "KBANK", number: "0123456789" },
    to: { bankCode: "SCB", number: "4051234567" },
  };
  expect(await noteOf(slipPng(facts))).toBe("INVALID_SLIP");
  expect(await noteOf(slipPng(facts, { qr: "https://elsewhere.test" }))).toBe("INVALID_SLIP");
  expect(await noteOf(slipPng(facts, { qr: null }))).toBe("CANNOT_READ_CROPPED_IMAGE");
  expect(await noteOf(hugePng())).toBe("IMG_SIZE_UNABLE_TO_PROCESS");
  expect(await noteOf(slipPng(facts).subarray(0, 900))).toBe("CANNOT_READ_CROPPED_IMAGE");
  const spoilt = control.makeSlip({ phone, amount: 100_00, wrongCrc: true });
  expect(await noteOf(bytesOf(spoilt.png))).toBe("INVALID_SLIP");
  const friends = control.makeSlip({ phone: (await newcomer()).phone, amount: 100_00 });
  expect(await noteOf(bytesOf(friends.png))).toBe("NOT_MATCH");
  const late = control.makeSlip({ phone, amount: 100_00, minutesAgo: 61 });
  expect(await noteOf(bytesOf(late.png))).toBe("EXPIRED_SLIP");
  expect(control.balances(phone)).toEqual({ wallet: 0 });

  const { id, transRef } = control.makeSlip({ phone, amount: 100_00, minutesAgo: 58 });
  const redrawn = drawSlip({ ...facts, transRef, amount: 999_00 }, { qr: miniQr({ bankCode: "KBANK", transRef }) });
  expect(await noteOf(toPng(redrawn))).toBeNull();
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });
  expect(await noteOf(control.slipPicture(id, "jpg").bytes)).toBe("SLIP_REFNO_DUPLICATED");
});

test("a photo of a slip is read too, and two photos of one slip are credited once", async () => {
  const { control, sandbox, upload, slips, newcomer } = await operator({ switches: { slipReadMs: 1_000 } });
  const { token, phone } = await newcomer();
  const { jpegUrl } = control.makeSlip({ phone, amount: 200_00 });
  const photo = Buffer.from(await (await fetch(jpegUrl)).arrayBuffer());
  expect(photo.includes("Exif")).toBe(true);
  expect((await Promise.all([upload(token, photo), upload(token, photo)])).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  await control.advance({ ms: 1_000 });
  expect((await slips(token)).slips.map(({ note }) => note).sort()).toEqual(["SLIP_REFNO_DUPLICATED", null].sort());
  expect(control.balances(phone)).toEqual({ wallet: 200_00 });
  expect(sandbox.ledger.audit().exact).toBe(true);
});

test("uploads are checked in the operator's order, and refused ones are not stored", async () => {
  const { control, call, upload, slips, newcomer } = await operator({ switches: { slipWindow: "closed" } });
  const { token, phone } = await newcomer();
  const good = bytesOf(control.makeSlip({ phone, amount: 100_00 }).png);
  control.switches({ slipStorageDown: true });
  expect(await upload(token, null)).toEqual(refused(409, "SLIP_UPLOAD_FAIL"));
  control.switches({ slipWindow: "open" });
  expect(await upload(token, null)).toEqual(refused(400, "SLIP_NO_FILE"));
  expect(await upload(token, Buffer.alloc(0))).toEqual(refused(400, "SLIP_NO_FILE"));
  expect(await call("POST /api/wallet/slip", { file: "x" }, token)).toEqual(refused(400, "SLIP_NO_FILE"));
  expect(await upload(token, Buffer.from("GIF89a and more"))).toEqual(refused(415, "SLIP_INVALID_FILE"));
  const padded = (bytes: number) => Buffer.concat([good, Buffer.alloc(bytes - good.length)]);
  expect(await upload(token, padded(10 * 1024 * 1024 + 1))).toEqual(refused(413, "SLIP_INVALID_FILE"));
  expect(await upload(token, good)).toEqual(refused(503, "SLIP_UPLOAD_FAIL"));
  const broken = await fetch(control.makeSlip({ phone, amount: 1_00 }).url.replace(/\/desk.*/, "/api/wallet/slip"), {
    method: "POST",
    headers: {
      "X-Requested-With": "wallet-user",
      Authorization: `Bearer ${token}`,
      "Content-Type": "multipart/form-data; boundary=b",
    },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG',
  });
  expect(broken.status).toBe(400);
  expect((await slips(token)).total).toBe(0);
  control.switches({ slipStorageDown: false });
  expect((await upload(token, padded(10 * 1024 * 1024))).status).toBe(200);
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });
});

test("the closed hours are in UTC+7 and may include midnight", async () => {
  let now = Date.parse("2026-11-20T16:29:00Z");
  const { control, call, upload, newcomer } = await operator({
    clock: { now: () => now },
    switches: { slipWindow: "daily" },
  });
  const hours = async () => (await call("GET /api/lookup/slip")).body;
  const isActive = async () => (await hours()).isActive;
  expect(await hours()).toEqual({ isActive: true, closedFrom: "23:30", closedTo: "00:30", withinMinutes: 60 });
  now += 60_000;
  expect(await isActive()).toBe(false);
  const { token } = await newcomer();
  expect(await upload(token, null)).toEqual(refused(409, "SLIP_UPLOAD_FAIL"));
  now += 59 * 60_000;
  expect(await isActive()).toBe(false);
  now += 60_000;
  expect(await isActive()).toBe(true);
  control.switches({ slipClosedFrom: "00:00", slipClosedTo: "01:00", slipWithinMinutes: 90 });
  expect(await hours()).toEqual({ isActive: false, closedFrom: "00:00", closedTo: "01:00", withinMinutes: 90 });
  control.switches({ slipClosedTo: "00:00" });
  expect(await isActive()).toBe(true);
});

test("a member who holds a bonus may send slips, but at most five a minute", async () => {
  const now = Date.parse("2026-11-20T08:30:00Z");
  const { control, upload, slips, newcomer } = await operator({
    clock: { now: () => now },
    switches: { slipsAndGiftsPerMinute: 5 },
  });
  const { token, phone } = await newcomer();
  control.giveBonus({ phone, amount: 50_00 });
  const slip = () => upload(token, bytesOf(control.makeSlip({ phone, amount: 10_00 }).png));
  for (let count = 0; count < 5; count += 1) expect((await slip()).status).toBe(200);
  expect(await slip()).toEqual(refused(429, "REQUEST_LIMIT_1MIN"));
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });
  const { slips: second, total } = await slips(token, 2, 3);
  expect([second.length, total]).toEqual([2, 5]);
});

test("slips in Laos are credited in kip", async () => {
  const { control, upload, slips, newcomer } = await operator({ market: "la" });
  const { token, phone } = await newcomer();
  const made = control.makeSlip({ phone, amount: 250_000_00 });
  await upload(token, bytesOf(made.png));
  expect((await slips(token)).slips[0]).toMatchObject({ status: "SUCCESS", amount: 250_000 });
  expect(control.statement(phone).rows[0]).toMatchObject({ source: "BCEL", amount: 250_000_00 });
  expect(control.trialBalance()).toMatchObject({ exact: true });
});

test("an interrupted upload is not executed; one whose answer is lost is executed once", async () => {
  const { control, upload, newcomer } = await operator();
  const { token, phone } = await newcomer();
  const good = bytesOf(control.makeSlip({ phone, amount: 100_00 }).png);
  for (const kind of ["reset-before-read", "reset"] as const) {
    control.fault({ call: "uploadSlip", kind });
    await expect(upload(token, good)).rejects.toThrow();
  }
  expect(control.slips(phone)).toEqual([]);
  control.fault({ call: "uploadSlip", kind: "drop-after-commit" });
  await expect(upload(token, good)).rejects.toThrow();
  expect(control.slips(phone)).toMatchObject([{ status: "SUCCESS", amount: 100_00 }]);
  expect(control.calls("uploadSlip")).toEqual({ received: 3, executed: 1, refused: 0 });
});

test("an upload whose sender disconnects is discarded", async () => {
  const { sandbox, control, call, newcomer } = await operator();
  const { token, phone } = await newcomer();
  const half = request(`${sandbox.url}/api/wallet/slip`, {
    method: "POST",
    headers: {
      "X-Requested-With": "wallet-user",
      Authorization: `Bearer ${token}`,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": 100_000,
    },
  });
  half.on("error", () => undefined);
  half.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  await expect.poll(() => control.calls("uploadSlip").received).toBe(1);
  const gone = new Promise((resolve) => half.once("close", resolve));
  half.destroy();
  await gone;
  expect((await call("GET /api/account/profile", undefined, token)).status).toBe(200);
  expect(control.calls("uploadSlip")).toEqual({ received: 1, executed: 0, refused: 0 });
  expect(control.slips(phone)).toEqual([]);
});

test("slip codes are written and read like those of banks", () => {
  expect(promptPay("0812223333", 30_00)).toBe(
    "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD",
  );
  const written = miniQr({ bankCode: "SCB", transRef: "20261120083000123456" });
  expect(written).toMatch(/^0041000600000101030140220202611200830001234565102TH9104[0-9A-F]{4}$/);
  for (const qr of [
    { bankCode: "SCB", transRef: "20261120083000123456" },
    { bankCode: "BCEL", transRef: "20261120083000654321" },
  ]) {
    expect(readMiniQr(miniQr(qr))).toEqual(qr);
    expect(readMiniQr(miniQr(qr, { wrongCrc: true }))).toBeNull();
  }
  // Some banks omit leading zeros of the checksum and give it a shorter length.
  const numbers = Array.from({ length: 1000 }, (_, index) => ({ bankCode: "KBANK", transRef: `2026112008${index}00` }));
  const padded = numbers.find((qr) => miniQr(qr).slice(-4).startsWith("0"))!;
  expect(readMiniQr(miniQr(padded).replace(/91040(...)$/, "9103$1"))).toEqual(padded);
  expect(readMiniQr("")).toBeNull();
});
