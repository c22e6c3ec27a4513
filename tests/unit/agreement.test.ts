/** The answer to the agreement, which the browser's cookie keeps. */
import { expect, test } from "vitest";
import { agreementOf } from "../../server/session/agreement";
import { cookieJar } from "../../server/session/cookies";

const START = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;
const TEXTS = ["<p>one</p>", "<p>two</p>"];

/** Answers, and returns the agreement as later requests of the same browser see it. */
function answered(accepted: boolean, texts = TEXTS) {
  const jar = cookieJar(undefined, true);
  const agreement = agreementOf(jar, START);
  agreement.answer(agreement.of(texts).hash, accepted);
  const [cookie] = jar.changes();
  return { cookie: cookie!, after: (days: number) => agreementOf(cookieJar(cookie, true), START + days * DAY) };
}

test("a new browser is asked, unless there is nothing to accept", () => {
  const agreement = agreementOf(cookieJar(undefined, true), START);
  expect(agreement.of(TEXTS)).toMatchObject({ asks: true, acceptedUntil: null });
  expect(agreement.of([])).toMatchObject({ asks: false });
});

test("accepted texts are not asked for again in 30 days", () => {
  const { after } = answered(true);
  expect(after(29).of(TEXTS)).toMatchObject({ asks: false, acceptedUntil: START + 30 * DAY });
  expect(after(30).of(TEXTS)).toMatchObject({ asks: true, acceptedUntil: null });
});

test("other texts are asked for, also in another order or joined", () => {
  const { after } = answered(true);
  for (const other of [["<p>one</p>"], TEXTS.toReversed(), [TEXTS.join("")], [...TEXTS, ""]])
    expect(after(1).of(other)).toMatchObject({ asks: true, acceptedUntil: null });
});

test("later is asked again when the browser is opened the next time, and accepts nothing", () => {
  const { cookie, after } = answered(false);
  expect(cookie).not.toContain("Max-Age");
  expect(after(0).of(TEXTS)).toMatchObject({ asks: false, acceptedUntil: null });
});

test.each(["", ".", "x", "0000000000000000.9999999999", "NaN.NaN"])(
  "a cookie that says %j accepts nothing",
  (value) => {
    const jar = cookieJar(`__Host-a=${value}`, true);
    expect(agreementOf(jar, START).of(TEXTS)).toMatchObject({ asks: true, acceptedUntil: null });
  },
);

test("an acceptance from the future counts for nothing", () => {
  const { hash } = agreementOf(cookieJar(undefined, true), START).of(TEXTS);
  const jar = cookieJar(`__Host-a=${hash}.${START / 1000 + 999_999}`, true);
  expect(agreementOf(jar, START).of(TEXTS).asks).toBe(true);
});
