/** Errors that name a page, or support, lead there. */
import { expect, test } from "vitest";
import { timeLeft } from "../../app/features/register/time-left";
import { translator } from "../../app/i18n";
import { FOR_BONUS, FOR_SUPPORT } from "../../app/ui/ask-support";
import errors from "../../locales/en/errors.json" with { type: "json" };

test("every error that says to contact support links to it, and no other", () => {
  const saying = Object.entries(errors).filter(([, text]) => /contact support/i.test(text));
  expect([...FOR_SUPPORT].sort()).toEqual(saying.map(([code]) => `errors:${code}`).sort());
});

test("every error that names the page of bonuses links to it, and no other", () => {
  const naming = Object.entries(errors).filter(([, text]) => /bonus page/i.test(text));
  expect([...FOR_BONUS].sort()).toEqual(naming.map(([code]) => `errors:${code}`).sort());
});

test.each([
  [1, "1 min left"],
  [59, "59 min left"],
  [60, "1 h 0 min left"],
  [1439, "23 h 59 min left"],
  [1440, "1 d 0 h left"],
  [1667, "1 d 3 h left"],
])("of %i minutes it says %s", (minutes, text) => expect(timeLeft(translator("en"), minutes)).toBe(text));
