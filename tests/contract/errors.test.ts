import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reasonOf } from "../../app/routes/user.slips/reasons";
import { ERROR_CODES, errorCode, type ErrorCode, errorText } from "../../server/operator/errors";
import slipsEn from "../../locales/en/slips.json";
import slipsLa from "../../locales/la/slips.json";
import slipsTh from "../../locales/th/slips.json";
import en from "../../locales/en/errors.json";
import la from "../../locales/la/errors.json";
import th from "../../locales/th/errors.json";

const languages = { th, la, en };
const codes = Object.keys(ERROR_CODES);
const keyOf = (text: string) => text.replace("errors:", "") as keyof typeof en;
const NOTES = [
  "UPLOADED_FILE_NOT_EXIST",
  "IMG_SIZE_UNABLE_TO_PROCESS",
  "CANNOT_READ_CROPPED_IMAGE",
  "DEST_ACC_INVALID",
  "SLIP_REFNO_DUPLICATED",
  "UNSTABLE_REFNO_ON_SLIP",
  "TRIPPLE_WRONG_CAPTCHA",
  "INVALID_SLIP",
  "NOT_MATCH",
  "EXPIRED_SLIP",
  "UNKNOW_ERROR",
];

test("every code has a text in every language", () => {
  for (const texts of Object.values(languages)) {
    for (const code of codes) expect(texts[keyOf(errorText(code))], code).toMatch(/\S/);
  }
});

test("every note of a failed slip has a reason and advice in every language", () => {
  const todos = { th: slipsTh, la: slipsLa, en: slipsEn };
  for (const language of ["th", "la", "en"] as const) {
    for (const note of NOTES) {
      const { why, todo } = reasonOf(note)!;
      expect(languages[language][keyOf(why)], note).toMatch(/\S/);
      expect(todos[language][todo.replace("slips:", "") as keyof typeof slipsEn], note).toMatch(/\S/);
    }
  }
});

/** Where a refused form shows each code, and the registration step that it leads back to. */
const PLACES: [codes: string[], fields: string[], step: number | undefined][] = [
  [["WRONG_CREDENTIAL"], ["password"], undefined],
  [["WRONG_PASSWORD"], ["oldPassword"], undefined],
  [["OTP_TOKEN_INVALID", "OTP_NOT_EXIST", "OTP_EXPIRED", "OTP_CODE_INVALID", "OTP_VERIFY_FAIL"], ["otpCode"], 2],
  [["OTP_BLOCK"], ["otpCode", "phoneNumber", "username"], undefined],
  [
    ["UNVERIFIED_OTP", "OTP_SEND_FAIL", "EXISTING_USER", "PHONE_NUMBER_REQUIRE_10_DIGIT"],
    ["phoneNumber", "username"],
    1,
  ],
  [["INVALID_USER_INFO"], ["name"], 3],
  [["EXISTING_BANK"], ["bankAccountNo"], 4],
  [["INVALID_BANK"], ["bankCode"], 4],
  [["BANK_ACCOUNT_NAME_ENG"], ["bankAccountName"], 4],
  [["NO_BANK"], ["bankCode"], undefined],
  [["SLOT_NO_ACCOUNT", "NO_GAME"], ["to", "from"], undefined],
  [["TRANSFER_MINIMUM", "MONEY_NOT_ENOUGH"], ["amount"], undefined],
  [["SLIP_UPLOAD_FAIL", "SLIP_NO_FILE", "SLIP_INVALID_FILE"], ["file"], undefined],
  [["TRUELINK_DUPLICATE", "TRUELINK_INVALID"], ["link"], undefined],
  [["NO_PROMOTION", "PROMOTION_RECEIVED"], ["code"], undefined],
];

test("every code that is about a field is shown there, and leads back to its step; the others have neither", () => {
  for (const [names, fields, step] of PLACES) {
    for (const name of names) expect(errorCode(name), name).toMatchObject({ fields, ...(step && { step }) });
  }
  const placed = PLACES.flatMap(([names]) => names);
  for (const [name, { fields = [], step }] of Object.entries<ErrorCode>(ERROR_CODES)) {
    if (!placed.includes(name)) expect([name, fields, step]).toEqual([name, [], undefined]);
    else expect([name, step]).toEqual([name, PLACES.find(([names]) => names.includes(name))![2]]);
  }
});

test("every code is listed once", () => {
  const source = readFileSync(new URL("../../server/operator/errors.ts", import.meta.url), "utf8");
  const catalogue = source.slice(source.indexOf("ERROR_CODES = {"), source.indexOf("} satisfies"));
  for (const code of codes) {
    expect(catalogue.match(new RegExp(`^\\s+"?${code}"?:`, "gm")), code).toHaveLength(1);
  }
});

test("the languages have the same keys and the same parameters", () => {
  const shape = (texts: Record<string, string>) =>
    Object.entries(texts).map(([key, text]) => [key, ...(text.match(/\{\{\w+\}\}/g) ?? [])]);
  expect(shape(th)).toEqual(shape(en));
  expect(shape(la)).toEqual(shape(en));
});

test("each language uses its own script", () => {
  for (const text of Object.values(th)) expect(text).toMatch(/^[^\u0e80-\u0eff]*[\u0e00-\u0e7f][^\u0e80-\u0eff]*$/);
  for (const text of Object.values(la)) expect(text).toMatch(/^[^\u0e00-\u0e7f]*[\u0e80-\u0eff][^\u0e00-\u0e7f]*$/);
  for (const text of Object.values(en)) expect(text).toMatch(/^[\x20-\x7e]+$/);
});

test("every code that ends a session says that the identity cannot be verified", () => {
  const over = codes.filter((code) => ERROR_CODES[code as keyof typeof ERROR_CODES].kind === "auth");
  expect(over).toHaveLength(8);
  for (const texts of Object.values(languages)) {
    expect(new Set(over.map((code) => texts[keyOf(errorText(code))])).size).toBe(1);
  }
});

test("an unknown code has the general text, even if it is the name of a built-in property", () => {
  for (const code of ["SOMETHING_NEW", "constructor", "__proto__", ""]) expect(errorText(code)).toBe("errors:GENERAL");
  for (const note of [null, "", "toString", "SOMETHING_NEW"]) expect(reasonOf(note)).toBeNull();
});
