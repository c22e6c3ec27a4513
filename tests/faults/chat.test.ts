/**
 * The chat under faults, without scripts: a member with two devices, support, and an operator whose answers are lost, cut or
 * nonsense. At the end the operator's conversation is compared with what each device shows.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { signedIn } from "../support/demo";
import type { Account } from "../support/desk";
import type { FaultKind } from "../../server/sandbox/wire/faults";
import { faultKinds } from "../../server/sandbox/wire/faults";
import { alteredOperator } from "../support/altered-operator";
import { startProduct, type Product } from "../support/product";
import type { Visitor } from "../support/visitor";

let product: Product;
/** The same operator, whose histories have every message twice and out of order. */
let muddled: Product;
/** The same operator, whose histories have a message four seconds later. */
let lagging: Product;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  product = await startProduct();
  ends.push(() => product.stop());
  await product.desk.switches({ chatAgent: "away" });
  const front = await alteredHistory((history) => history.flatMap((one) => [one, one]).reverse());
  ends.push(() => front.close());
  muddled = await startProduct({ env: { OPERATOR_API_URL: front.url, NODE_ENV: "test", CLOSED_S: "0" } });
  ends.push(() => muddled.stop());
  const late = await alteredHistory((history) =>
    history.filter(({ createdAt }) => Date.parse(createdAt) < Date.now() - 4_000),
  );
  ends.push(() => late.close());
  lagging = await startProduct({ env: { OPERATOR_API_URL: late.url, NODE_ENV: "test", CLOSED_S: "0" } });
  ends.push(() => lagging.stop());
}, 120_000);
afterEach(() => product.desk.clearFaults());
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The operator of `product` with other histories (newest first). */
const alteredHistory = (change: (history: { createdAt: string }[]) => object[]) =>
  alteredOperator(new URL(product.deskUrl).origin, (path, answer) => {
    const history = answer as unknown as { createdAt: string }[];
    if (path === "/api/chat/history") history.push(...(change(history.splice(0)) as typeof history));
  });

/** What a device shows: `sent` is what it says has arrived, `failed` what it says has not. */
interface Shown {
  sent: string[];
  failed: string[];
  sending: string[];
}

const plain = (html: string) => html.replace(/<[^>]+>/g, "").trim();

/** @returns null if the page says that it could not read the conversation */
async function shown(device: Visitor): Promise<Shown | null> {
  const { text, status } = await device.get("/user/chat");
  expect([200, 503]).toContain(status);
  if (!text.includes('class="chat-list"') && !text.includes("Write to us.")) return null;
  const all: Shown = { sent: [], failed: [], sending: [] };
  for (const [, attributes, content] of text.matchAll(/<li[^>]*class="message"([^>]*)>([^]*?)<\/li>/g)) {
    const state = /data-state="([^"]+)"/.exec(attributes!)?.[1];
    const words = plain(/<p class="bubble">([^]*?)<\/p>/.exec(content!)?.[1] ?? "");
    all[state === undefined ? "sent" : state === "failed" ? "failed" : "sending"].push(words);
  }
  return all;
}

/** The same, once nothing is on its way. */
async function settled(device: Visitor): Promise<Shown | null> {
  let seen = await shown(device);
  await expect.poll(async () => (seen = await shown(device))?.sending ?? [], { timeout: 30_000 }).toEqual([]);
  return seen;
}

const say = async (device: Visitor, words: string) => device.submit(await device.get("/user/chat"), { text: words });
const heardBy = async ({ username: phone }: Account) =>
  (await product.desk.chat({ phone })).map(({ message }) => String(message.payload));

async function twoDevices(on = product) {
  const account = await product.desk.createMember();
  const { username, password } = account;
  const devices = [await signedIn(on, { username, password }, "en"), await signedIn(on, { username, password }, "en")];
  return { account, devices: devices as [Visitor, Visitor] };
}

/** Each device shows the operator's conversation, in its order, and nothing else as sent. */
async function expectAgreement(account: Account, devices: readonly Visitor[]) {
  const said = await heardBy(account);
  expect(said).toEqual([...new Set(said)]);
  for (const device of devices) expect((await settled(device))?.sent).toEqual(said);
}

/** They take as long as a call may, and are not tried here. */
const SLOW: FaultKind[] = ["hang", "hang-after-commit", "hang-then-commit", "trickle", "slow"];
const KINDS = (Object.keys(faultKinds) as FaultKind[]).filter((kind) => !SLOW.includes(kind));

describe("a message whose sending meets", () => {
  test.each(KINDS)("%s is there once or not sent, and no other is lost", async (kind) => {
    const { account, devices } = await twoDevices();
    const [one, other] = devices;
    await product.desk.fault({ call: "sendChatMessage", kind, times: 1, phone: account.username });
    await say(one, "First");
    await say(one, "Second");
    await say(other, "Third");
    await product.desk.answerChat({ phone: account.username, text: "Answer" });
    const after = await settled(one);
    const heard = await heardBy(account);
    expect(heard.filter((words) => words !== "First")).toEqual(["Second", "Third", "Answer"]);
    // What did not arrive can be sent again, which sends it once.
    expect(after?.failed).toEqual(heard.includes("First") ? [] : ["First"]);
    if (after?.failed.length) {
      const page = await one.get("/user/chat");
      const form = /<form method="post" action="([^"]+\/resend)">([^]*?)<\/form>/.exec(page.text)!;
      const values = Object.fromEntries(
        [...form[2]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ) as Record<string, string>;
      await one.post(form[1]!, values);
      // The same button, tapped again on the page that was open.
      await one.post(form[1]!, values);
      expect((await heardBy(account)).filter((words) => words === "First")).toHaveLength(1);
    }
    await expectAgreement(account, devices);
  });
});

describe("a history that meets", () => {
  test.each(KINDS)("%s is shown whole, or said to be missing", async (kind) => {
    const { account, devices } = await twoDevices();
    await say(devices[0], "First");
    await product.desk.answerChat({ phone: account.username, text: "Answer" });
    await product.desk.fault({ call: "chatHistory", kind, times: 0, phone: account.username });
    const seen = await shown(devices[1]);
    if (seen && seen.sent.length > 0) expect(seen.sent).toEqual(["First", "Answer"]);
    else expect(seen?.sent ?? null).toBeNull();
    await product.desk.clearFaults();
    await expectAgreement(account, devices);
  });
});

test("a message whose answer is lost is not said to have failed while the history lags", async () => {
  const { account, devices } = await twoDevices(lagging);
  await product.desk.fault({ call: "sendChatMessage", kind: "drop-after-commit", times: 1, phone: account.username });
  await say(devices[0], "Once");
  expect((await shown(devices[0]))?.failed).toEqual([]);
  await expect.poll(async () => (await settled(devices[0]))?.sent, { timeout: 30_000 }).toEqual(["Once"]);
  expect(await heardBy(account)).toEqual(["Once"]);
});

test("the same form, posted on both devices and again, is one message", async () => {
  const { account, devices } = await twoDevices();
  const page = await devices[0].get("/user/chat");
  await Promise.all([devices[0].submit(page, { text: "Once" }), devices[0].submit(page, { text: "Once" })]);
  await devices[0].submit(page, { text: "Once" });
  await expectAgreement(account, devices);
  expect(await heardBy(account)).toEqual(["Once"]);
});

test("messages that come twice and out of order are shown once, by the operator's time", async () => {
  const { account, devices } = await twoDevices(muddled);
  await say(devices[0], "First");
  await product.desk.answerChat({ phone: account.username, text: "Answer" });
  await say(devices[1], "Second");
  await expectAgreement(account, devices);
});

test("what both devices write at the same moment is there, once each", async () => {
  const { account, devices } = await twoDevices();
  await Promise.all([say(devices[0], "Left"), say(devices[1], "Right")]);
  await expectAgreement(account, devices);
  expect((await heardBy(account)).sort()).toEqual(["Left", "Right"]);
});
