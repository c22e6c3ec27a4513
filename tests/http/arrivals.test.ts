/** The typical time of a deposit, from the QR or the announcement until it is in the wallet: seen, counted and told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import type { Visitor } from "../support/visitor";

let product: Product;
let phone: string;
let visitor: Visitor;
beforeAll(async () => {
  product = await startProduct();
  const { username, password } = await product.desk.createMember();
  phone = username;
  visitor = await signedIn(product, { username, password }, "en");
});
afterAll(() => product.stop());

const TOLD = /Lately about 1 min from here to the wallet/;

test.each([
  ["a QR", "/user/deposit/qr/KBANK", () => product.desk.payQr(phone)],
  ["an announced transfer", "/user/deposit/truewallet", () => product.desk.matchAdd(phone)],
])("of %s is told after ten", async (_, path, pay) => {
  for (let count = 0; count < 10; count += 1) {
    const form = await visitor.get(path);
    expect(form.text).not.toMatch(TOLD);
    const begun = await visitor.submit(form, { amount: `${20 + count}` });
    expect(begun.status).toBe(200);
    await pay();
    await visitor.get(begun.path);
  }
  expect((await visitor.get(path)).text).toMatch(TOLD);
});
