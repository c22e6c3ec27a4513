import CryptoJS from "crypto-js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GiftForm } from "../../app/routes/user.deposit_.truewallet/form";
import { findGiftLink } from "../../app/routes/user.deposit_.truewallet/gift-link";
import { hashIn } from "../../server/sandbox/ledger/gifts";
import { encryptLink } from "../../server/operator/gift-link";

const CODE = "0190demo7f3aQx";
const LINK = `https://gift.truemoney.com/campaign/?v=${CODE}`;

describe("a gift link is sent encrypted", () => {
  const decrypt = (text: string, secret: string) => CryptoJS.AES.decrypt(text, secret).toString(CryptoJS.enc.Utf8);

  test("the operator's example is decrypted with the same cipher", () => {
    const example =
      "U2FsdGVkX18BAgMEBQYHCPC2ODGBpBHmvK8tAVoi1WgTRw/Z4oBUeM1nUl3jPUCSDYgdQj98AnXu+WGAwmNbL6enfiJL0IPaQY7/50xjs5k=";
    expect(decrypt(example, "change-me")).toBe("https://gift.truemoney.test/campaign/?v=0190demo7f3aQx");
  });

  test("in OpenSSL's format, with a new salt each time", () => {
    const [first, second] = [encryptLink(LINK, "change-me"), encryptLink(LINK, "change-me")];
    expect(Buffer.from(first, "base64").subarray(0, 8).toString()).toBe("Salted__");
    expect(first).not.toBe(second);
    expect(decrypt(first, "change-me")).toBe(LINK);
    expect(hashIn(second, "change-me")).toBe(CODE);
  });

  test("and cannot be decrypted with another secret", () => {
    expect(hashIn(encryptLink(LINK, "change-me"), "changed")).toBeNull();
  });
});

describe("a gift link is found", () => {
  test.each([
    ["alone", LINK],
    ["with space around it", `  ${LINK}\n`],
    ["as a bare code", CODE],
    ["without its scheme", `gift.truemoney.com/campaign/?v=${CODE}`],
    ["with more parameters", `${LINK}&from=line`],
    ["in a message of the app", `คุณได้รับซองของขวัญ\nกดรับได้ที่ ${LINK}\nหมดอายุ 20/11/2569`],
    ["directly after Thai text", `กดรับได้ที่${LINK}`],
    ["in brackets", `(${LINK})`],
    ["next to another URL", `https://line.me/abc ${LINK}`],
    ["next to a phone number", `0812345678 ${CODE}`],
  ])("%s", (_how, text) => {
    expect(findGiftLink(text)).toBe(LINK);
  });

  test.each([
    ["a URL of another site", `https://gift.truemoney.example/campaign/?v=${CODE}`],
    ["a host that only starts with the right one", `https://gift.truemoney.com.evil.example/campaign/?v=${CODE}`],
    ["a host that only ends with the right one", `https://evilgift.truemoney.com/campaign/?v=${CODE}`],
    ["a URL with the right host as its user name", `https://gift.truemoney.com@evil.example/campaign/?v=${CODE}`],
    ["another page of the site", `https://gift.truemoney.com/login?v=${CODE}`],
    ["a code that is too short", "https://gift.truemoney.com/campaign/?v=0193aF"],
    ["a code that is too long", `https://gift.truemoney.com/campaign/?v=${"a1".repeat(33)}`],
    ["a link without a code", "https://gift.truemoney.com/campaign/"],
    ["two codes", `${CODE} 0190demo7f3aQy`],
    ["a phone number", "0812345678"],
    ["a word", "Congratulations"],
    ["words", "thank you very much indeed"],
    ["nothing", ""],
  ])("but not in %s", (_what, text) => {
    expect(findGiftLink(text)).toBeNull();
  });

  test("and only a link of the right site is sent, whatever is pasted", () => {
    const part = fc.constantFrom(
      LINK,
      CODE,
      "https://",
      "gift.truemoney.com",
      "/campaign/?v=",
      ".",
      "/",
      "@",
      " ",
      "evil",
      "?v=1",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (text) => {
          const link = findGiftLink(text);
          if (link !== null) expect(link).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign\/\?v=[A-Za-z0-9]{10,64}$/);
        },
      ),
    );
  });

  test("an empty field and a wrong link have different errors", () => {
    const faultOf = (link?: string) => GiftForm.safeParse({ link }).error?.issues[0]?.message;
    expect(faultOf()).toBe("truewallet:giftMissing");
    expect(faultOf("  ")).toBe("truewallet:giftMissing");
    expect(faultOf("https://evil.example/?v=0190demo7f3aQx")).toBe("errors:TRUELINK_INVALID");
    expect(GiftForm.parse({ link: `take it: ${LINK}` })).toEqual({ link: LINK });
  });
});
