/** Paging through a conversation whose operator limits, ignores or muddles what it is asked for. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { alteredOperator } from "../support/altered-operator";
import { signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import type { Visitor } from "../support/visitor";

const SAID = Array.from({ length: 25 }, (_, index) => `Answer ${index + 1}`);

let operator: Product;
let product: Product;
let altered: Awaited<ReturnType<typeof alteredOperator>>;
let visitor: Visitor;
/** What becomes of a page of the history, newest first. */
let change: (page: unknown[]) => unknown[];

beforeAll(async () => {
  operator = await startProduct({ sandbox: { chatAgent: "away" } });
  altered = await alteredOperator(new URL(operator.deskUrl).origin, (path, answer) => {
    const page = answer as unknown as unknown[];
    if (path === "/api/chat/history") page.push(...change(page.splice(0)));
  });
  product = await startProduct({ env: { OPERATOR_API_URL: altered.url, NODE_ENV: "test", CLOSED_S: "0" } });
  const { username, password } = await operator.desk.createMember();
  for (const text of SAID) await operator.desk.answerChat({ phone: username, text });
  visitor = await signedIn(product, { username, password }, "en");
}, 180_000);
afterAll(async () => {
  await product?.stop();
  altered?.close();
  await operator?.stop();
});

/** What all pages of the conversation say, from the oldest on. */
async function walked() {
  const said: string[] = [];
  for (let path: string | undefined = "/user/chat"; path;) {
    const { text } = await visitor.get(path);
    said.unshift(...[...text.matchAll(/<p class="bubble">([^<]*)<\/p>/g)].map(([, words]) => words!));
    path = /href="(\/user\/chat\?before=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  return said;
}

test.each<[string, typeof change]>([
  ["as it is asked", (page) => page],
  ["ten messages, whatever it is asked for", (page) => page.slice(0, 10)],
  ["entries that are no messages among them", (page) => page.flatMap((one, at) => (at % 5 ? [one] : [one, null]))],
])("every message can be reached if the operator gives %s", async (_, how) => {
  change = how;
  expect(await walked()).toEqual(SAID);
});

test("a message that cannot be read is said to be there", async () => {
  change = (page) => page.map((one, at) => (at === 3 ? { ...(one as object), message: null } : one));
  expect(await walked()).toEqual(SAID.with(-4, "This message cannot be shown here."));
});

test("an operator that always gives the same ten messages has no others", async () => {
  let first: unknown[] | undefined;
  change = (page) => (first ??= page.slice(0, 10));
  expect(await walked()).toEqual(SAID.slice(-10));
});
