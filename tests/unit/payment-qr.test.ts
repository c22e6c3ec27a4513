import { describe, expect, test } from "vitest";
import { crc16 } from "../../server/codes/crc16";
import { readPaymentQr } from "../../server/codes/payment-qr";
import { promptPay } from "../../server/sandbox/ledger/promptpay";

/** PromptPay to 0812223333 for 30.00 baht, made by another program. */
const EXAMPLE = "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD";

const signed = (body: string) => `${body}6304${crc16(`${body}6304`)}`;

describe("the text of a payment QR", () => {
  test("has an amount and a recipient", () => {
    expect(readPaymentQr(EXAMPLE)).toEqual({
      kind: "payment",
      amount: 30_00,
      currency: "764",
      payee: "PROMPTPAY *3333",
    });
  });

  test("is read as the sandbox wrote it", () => {
    expect(readPaymentQr(promptPay("0812223333", 500_37))).toMatchObject({ kind: "payment", amount: 500_37 });
  });

  test("has the merchant's name, if any", () => {
    expect(readPaymentQr(signed("000201010212520400005303764540510.005802TH5908WW PAY.1"))).toMatchObject({
      amount: 10_00,
      payee: "WW PAY.1",
    });
  });

  test("may have no amount", () => {
    expect(readPaymentQr(signed("0002010102115303764"))).toMatchObject({ kind: "payment", amount: null });
  });

  test.each([
    ["a digit of the amount is changed", EXAMPLE.replace("30.00", "31.00")],
    ["a digit of the account is changed", EXAMPLE.replace("0066812", "0066813")],
    ["its end is missing", EXAMPLE.slice(0, -5)],
    ["there is no checksum", EXAMPLE.slice(0, -8)],
    ["a field is longer than the text", signed("0002015399764")],
    ["a field appears twice", signed("000201540510.00540520.00")],
    ["the amount is not a number", signed("0002015405ten.0")],
    ["the amount is below zero", signed("0002015405-1.00")],
    ["the amount has three decimals", signed("00020154061.0001")],
  ])("is invalid if %s", (_what, text) => {
    expect(readPaymentQr(text)).toEqual({ kind: "broken" });
  });

  test.each(["", "https://pay.example/1", "0102"])("is not a payment QR if it is %j", (text) => {
    expect(readPaymentQr(text)).toEqual({ kind: "other" });
  });
});
