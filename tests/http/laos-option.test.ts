/** The Thai market with the Laos option: Lao phone numbers, banks and currency make an account. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseLanguage, signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";

const PHONE = "+8562055123456";
const PASSWORD = "four quiet words here";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LAOS_OPTION: "1" } });
}, 120_000);
afterAll(() => product?.stop());

test("a Lao number registers with a Lao bank in kip, and signs in with any spelling", async () => {
  const guest = new Visitor(product.url);
  await chooseLanguage(guest, "/login", "en");
  const begin = await guest.get("/register");
  expect(begin.text).toContain("A Thai number has 10 digits; a Lao number is 020 and 8 digits");
  const code = await guest.submit(begin, { username: "020 5512 3456" });
  expect(code.path).toBe("/register/otp");
  const profile = await guest.submit(code, { otpCode: await product.desk.otp(PHONE) });
  const bank = await guest.submit(profile, { name: "Kham", password: PASSWORD, confirmPassword: PASSWORD });
  for (const offered of ["Kasikornbank (KBANK)", "(BCEL)", "(BIC)"]) expect(bank.text).toContain(offered);
  const done = await guest.submit(bank, {
    currency: "LAK",
    bankCode: "BCEL",
    firstName: "KHAM",
    lastName: "PHOMMA",
    bankAccountNo: "0101209876543",
    adult: "1",
  });
  expect(done.path).toBe("/register/done");
  for (const username of ["020 5512 3456", "+856 20 55123456"]) {
    const member = await signedIn(product, { username, password: PASSWORD }, "en");
    expect((await member.get("/user/deposit")).text).toContain("0101-2098-76543");
    expect((await member.get("/user/home")).text).toContain("₭");
  }
});
