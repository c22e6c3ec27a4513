import { expect, test } from "vitest";
import { journeysOf } from "../../bin/changed-journeys";

test.each([
  ["a route", "app/routes/user.deposit_.qr.$bank/route.tsx", ["qr"]],
  ["a route that is one file", "app/routes/logout.tsx", ["login"]],
  ["a feature", "app/features/withdraw/review.tsx", ["withdraw"]],
  ["a call", "server/operator/contract/transfer.ts", ["transfer"]],
  ["a call's answer", "server/sandbox/calls/slips.ts", ["slips"]],
  ["a text", "locales/la/statement.json", ["statement"]],
  ["a journey", "tests/e2e/qr-odd.spec.ts", ["qr-odd"]],
  ["a capability without a journey", "server/sandbox/calls/lookup.ts", ["main-job"]],
  ["a shared component", "app/ui/button.tsx", ["main-job"]],
  ["a helper of end-to-end tests", "tests/support/fixtures.ts", ["main-job"]],
  ["documentation", "README.md", []],
])("%s selects its end-to-end tests", (_what, path, words) => {
  expect(journeysOf([path])).toEqual(words);
});

test("a change of one capability selects its tests once", () => {
  expect(journeysOf(["app/routes/user.transfer/route.tsx", "locales/en/transfer.json"])).toEqual(["transfer"]);
});

test("a change of many capabilities selects the test that goes through all of them", () => {
  expect(journeysOf(["locales/en/transfer.json", "locales/en/qr.json", "locales/en/slips.json"])).toEqual(["main-job"]);
});
