/** The steps of a registration. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "../support/fixtures";
import type { SharedProduct } from "../support/shared-products";

/** A phone number without an account, as the operator stores it, to which the sandbox gives no special answer. */
export const newPhone = ({ market }: SharedProduct) =>
  `${market === "la" ? "205" : "081"}${randomInt(2_000_000, 9_999_999)}`;
export const newAccountNumber = () => String(randomInt(1_000_000_000, 9_999_999_999));

export const PASSWORD = "four quiet words here";

export const enterPhone = async (page: Page, phone: string, address = "/register") => {
  await page.goto(address);
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: /Send OTP code|Next/ }).click();
};

export const enterCode = async (page: Page, code: string) => {
  await page.getByLabel("OTP code").fill(code);
  await page.getByRole("button", { name: "Confirm the code" }).click();
};

export const enterProfile = async (page: Page, name = "Somchai", confirm = PASSWORD, password = PASSWORD) => {
  await page.getByLabel("What we may call you").fill(name);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(confirm);
  await page.getByRole("button", { name: "Next" }).click();
};

interface Bank {
  bank: string;
  first?: string;
  last?: string;
  number?: string;
}

export const enterBank = async (
  page: Page,
  { bank, first = "Somchai", last = "Jaidee", number = newAccountNumber() }: Bank,
) => {
  await page.getByRole("combobox", { name: "Bank" }).selectOption(bank);
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Account number").fill(number);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register" }).click();
};

export const bankOf = ({ market }: SharedProduct) => (market === "la" ? "BCEL" : "KBANK");

/** Registers a new member up to the third step. */
export const atProfile = async (page: Page, product: SharedProduct, phone = newPhone(product)) => {
  await enterPhone(page, phone);
  await enterCode(page, await product.desk.otp(phone));
  await expect(page).toHaveURL("/register/profile");
  return phone;
};

export const atBank = async (page: Page, product: SharedProduct) => {
  const phone = await atProfile(page, product);
  await enterProfile(page);
  await expect(page).toHaveURL("/register/bank");
  return phone;
};
