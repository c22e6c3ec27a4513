/** What the specification requires of forms and numbers, asked of the real schemas and settings. */
import { describe, expect, test } from "vitest";
import { ENGLISH_NAMES } from "../../app/lib/banks";
import { formatMoney } from "../../app/lib/money";
import { LoginForm } from "../../app/routes/_guest.login/form";
import { PhoneForm } from "../../app/routes/_guest.register/form";
import { BankForm } from "../../app/routes/_guest.register_.bank/form";
import { ProfileForm } from "../../app/routes/_guest.register_.profile/form";
import { PlayForm } from "../../app/routes/user.games.$code/form";
import { TransferForm } from "../../app/routes/user.transfer/form";

interface Schema {
  safeParse(form: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

/** The first message of each field at fault, without its parameters. */
const faults = (schema: Schema, form: object) =>
  Object.fromEntries(
    (schema.safeParse(form).error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [String(path[0]), message.split("?")[0]]),
  );

const THAI = { market: "th", laos: false, phoneDigits: 10 } as const;
const LAO = { market: "la", laos: false, phoneDigits: null } as const;
const TEN_DIGITS = { username: "errors:PHONE_NUMBER_REQUIRE_10_DIGIT" };
const bank = BankForm({ currencies: ["BAHT"], minAge: 20 });
const ACCOUNT = {
  bankCode: "KBANK",
  firstName: "Somchai",
  lastName: "Jaidee",
  bankAccountNo: "0123456789",
  adult: "1",
};

describe("a registration", () => {
  test("a Thai phone number has exactly ten digits", () => {
    expect(faults(PhoneForm(THAI), { username: "0812345678" })).toEqual({});
    for (const username of ["081234567", "08123456789"])
      expect(faults(PhoneForm(THAI), { username }), username).toEqual(TEN_DIGITS);
  });

  test("a Lao phone number may have any length", () => {
    for (const username of ["205", "2055123456", "205512345678901"])
      expect(faults(PhoneForm(LAO), { username }), username).toEqual({});
  });

  test("a phone number is required", () => {
    for (const form of [{}, { username: "  " }])
      for (const market of [THAI, LAO])
        expect(faults(PhoneForm(market), form)).toEqual({ username: "register:phoneMissing" });
  });

  test("the profile of a registration needs a name, a password and the password again", () => {
    expect(faults(ProfileForm, {})).toEqual({
      name: "register:nameMissing",
      password: "login:passwordMissing",
      confirmPassword: "register:confirmMissing",
    });
    expect(faults(ProfileForm, { name: "S", password: "a", confirmPassword: "b" })).toEqual({
      confirmPassword: "register:passwordsDiffer",
    });
    expect(faults(ProfileForm, { name: "S", password: "a", confirmPassword: "a" })).toEqual({});
  });

  test("the bank account of a registration needs a bank, both names and a number", () => {
    expect(faults(bank, { adult: "1" })).toEqual({
      bankCode: "register:bankMissing",
      firstName: "register:firstNameMissing",
      lastName: "register:lastNameMissing",
      bankAccountNo: "register:accountMissing",
    });
  });

  test("names of a bank account become upper case", () => {
    expect(bank.parse(ACCOUNT)).toMatchObject({ firstName: "SOMCHAI", lastName: "JAIDEE" });
  });

  test("names at KTB, TMB and BBL have English letters and spaces only, and at other banks any", () => {
    expect([...ENGLISH_NAMES].sort()).toEqual(["BBL", "KTB", "TMB"]);
    const english = { firstName: "errors:BANK_ACCOUNT_NAME_ENG" };
    for (const bankCode of ENGLISH_NAMES) {
      for (const firstName of ["สมชาย", "Somchai1", "Som-chai", "Somchaï"])
        expect(faults(bank, { ...ACCOUNT, bankCode, firstName }), `${bankCode} ${firstName}`).toEqual(english);
      expect(faults(bank, { ...ACCOUNT, bankCode, firstName: "Som Chai" })).toEqual({});
    }
    expect(faults(bank, { ...ACCOUNT, firstName: "สมชาย" })).toEqual({});
  });
});

test("a login needs a phone number and a password", () => {
  expect(faults(LoginForm(THAI), {})).toEqual({ username: "login:phoneMissing", password: "login:passwordMissing" });
});

test("a transfer is at least 1 baht, also into a game, and above 0", () => {
  const money = (minor: number) => formatMoney(minor, "BAHT");
  const accounts = null;
  const least = { amount: "transfer:minimum" };
  for (const amount of ["0", "0.01", "0.99"]) {
    expect(faults(TransferForm({ accounts, money }), { from: "wallet", to: "PG", amount })).toEqual(least);
    expect(faults(PlayForm({ available: null, money }), { amount })).toEqual(least);
  }
  expect(faults(TransferForm({ accounts, money }), { from: "wallet", to: "PG", amount: "1" })).toEqual({});
  expect(faults(PlayForm({ available: null, money }), { amount: "1" })).toEqual({});
});
