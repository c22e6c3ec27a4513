import { expect, test } from "vitest";
import { createLog } from "../../server/log";

/** The line that the log writes of these facts. */
function lineOf(facts: object): string {
  const lines: string[] = [];
  createLog("info", { write: (line) => void lines.push(line) }).info(facts, "a message");
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

test.each([
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "oldPassword",
  "newPassword",
  "confirmPassword",
  "token",
  "bearer",
  "otp",
  "otpCode",
  "otpToken",
  "bankAccountNo",
  "link",
  // The keys of forms.
  "k",
  "_t",
])("%s is never logged, at any depth, however it is spelled", (name) => {
  for (const spelling of [name, name.toUpperCase()])
    for (const facts of [{ [spelling]: "canary" }, { form: [{ fields: { [spelling]: ["canary"] } }] }]) {
      const line = lineOf(facts);
      expect(line).not.toContain("canary");
      expect(line).toContain("[redacted]");
    }
});

test.each(["username", "phone", "phoneNumber"])("of %s only the last two digits are logged", (name) => {
  expect(JSON.parse(lineOf({ form: { [name]: "02055512345" } }))).toMatchObject({ form: { [name]: "*********45" } });
});

test.each(["0812345645", "02055512345", "2055512345", "+8562055512345", "+66812345645"])(
  "of %s in a text only the last two digits are logged",
  (phone) => expect(JSON.parse(lineOf({ text: `to ${phone}.` }))).toMatchObject({ text: "to ********45." }),
);

test("other facts are logged as they are", () => {
  expect(JSON.parse(lineOf({ kind: "audit", amount: 1_50, key: "value" }))).toMatchObject({
    kind: "audit",
    amount: 1_50,
    key: "value",
    msg: "a message",
  });
});
