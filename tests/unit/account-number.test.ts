import { describe, expect, test } from "vitest";
import { groupAccountNumber } from "../../app/lib/account-number";

describe("account numbers are grouped", () => {
  test.each([
    ["4051234567", "405-123-4567"],
    ["02012345678", "0201-2345-678"],
    ["020123456789", "0201-2345-6789"],
    ["0101209876543", "0101-2098-76543"],
    ["1234567890123456", "1234-5678-9012-3456"],
  ])("%s is %s", (digits, groups) => expect(groupAccountNumber(digits)).toBe(groups));

  test.each(["", "12345", "123456789", "-", "X1234567890"])("%o stays as it is", (text) =>
    expect(groupAccountNumber(text)).toBe(text),
  );
});
