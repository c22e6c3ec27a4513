import { describe, expect, test } from "vitest";
import { changedIn, DetailsForm, movesMoney } from "../../app/features/profile/details";
import { bankOptions, needsEnglishName } from "../../app/lib/banks";

const STANDS = { name: "Somying", bankCode: "KBANK", bankAccountName: "SOMYING", bankAccountNo: "1234567890" };

test("only KTB, TMB and BBL need a name in English letters, and only if it has others", () => {
  const needs = (bankCode: string, bankAccountName: string) => needsEnglishName({ bankCode, bankAccountName });
  for (const code of ["KTB", "TMB", "BBL", "ktb"]) {
    expect(needs(code, "สมหญิง")).toBe(true);
    expect(needs(code, "SOMYING 2")).toBe(true);
    expect(needs(code, "Somying Rakdee")).toBe(false);
  }
  expect(needs("KBANK", "สมหญิง")).toBe(false);
});

test("the password is asked for whenever withdrawals would go elsewhere", () => {
  const asks = (change: Partial<typeof STANDS>) => movesMoney(changedIn(STANDS, { ...STANDS, ...change }));
  expect(asks({})).toBe(false);
  expect(asks({ name: "Other" })).toBe(false);
  for (const change of [{ bankCode: "SCB" }, { bankAccountName: "OTHER" }, { bankAccountNo: "1" }])
    expect(asks(change)).toBe(true);
  // Of a change of the name alone, the rest was not sent.
  expect(changedIn(STANDS, { bankAccountName: "SOMYING" })).toEqual([]);
});

describe("the form of the details", () => {
  const faults = (change: Partial<typeof STANDS>) => {
    const read = DetailsForm.safeParse({ ...STANDS, ...change });
    return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  };

  test("takes numbers as members write them, and joins blanks", () => {
    const read = DetailsForm.parse({ ...STANDS, name: " Som   ying ", bankAccountNo: "๑๒๓-456 7890" });
    expect(read).toMatchObject({ name: "Som ying", bankAccountNo: "1234567890" });
  });

  test.each([
    [{ name: " " }, "name: profile:nameMissing"],
    [{ bankCode: "" }, "bankCode: register:bankMissing"],
    [{ bankAccountName: "" }, "bankAccountName: profile:holderMissing"],
    [{ bankAccountNo: "" }, "bankAccountNo: register:accountMissing"],
    [{ bankAccountNo: "12AB" }, "bankAccountNo: register:accountMalformed"],
    [{ bankCode: "TMB", bankAccountName: "สมหญิง" }, "bankAccountName: errors:BANK_ACCOUNT_NAME_ENG"],
  ])("%j is a fault at its field", (change, fault) => expect(faults(change)).toContain(fault));

  test("has no rule of its own for other banks", () => expect(faults({ bankAccountName: "สมหญิง" })).toEqual([]));
});

test("Lao banks can be chosen where Lao accounts are taken, each once", () => {
  const listed = [
    { code: "KBANK", nameTH: "กสิกรไทย" },
    { code: "BCEL", nameTH: "บีซีอีแอล" },
    { code: "NEW", nameTH: "ธนาคารใหม่" },
  ];
  const codes = (laos: boolean) => bankOptions(listed, laos, "en").map(({ value }) => value);
  expect(codes(false)).toEqual(["KBANK", "BCEL", "NEW"]);
  expect(codes(true).slice(0, 4)).toEqual(["KBANK", "BCEL", "NEW", "LDB"]);
  expect(new Set(codes(true)).size).toBe(codes(true).length);
  expect(bankOptions(listed, false, "en").at(-1)!.label).toBe("ธนาคารใหม่ (NEW)");
});
