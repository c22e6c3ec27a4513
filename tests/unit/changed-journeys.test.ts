import { expect, test } from "vitest";
import { journeysOf } from "../../bin/changed-journeys";

test.each([
  ["a route", "app/routes/user.deposit_.qr.$bank/route.tsx", ["qr"]],
  ["a route that is one file", "app/routes/logout.tsx", ["login"]],
  ["a feature", "app/features/withdraw/review.tsx", ["withdraw"]],
  ["a call", "server/operator/contract/transfer.ts", ["transfer"]],
  ["its answer", "server/sandbox/calls/slips.ts", ["slips"]],
  ["a text", "locales/la/statement.json", ["statement"]],
  ["a journey", "tests/e2e/qr-odd.spec.ts", ["qr-odd"]],
  ["a capability without a journey", "server/sandbox/calls/bonus.ts", ["main-job"]],
  ["what all share", "app/ui/button.tsx", ["main-job"]],
  ["what journeys stand on", "tests/support/fixtures.ts", ["main-job"]],
  ["a text about the product", "README.md", []],
])("%s touches its journeys", (_what, path, words) => {
  expect(journeysOf([path])).toEqual(words);
});

test("a change of one capability asks for its journeys once", () => {
  expect(journeysOf(["app/routes/user.transfer/route.tsx", "locales/en/transfer.json"])).toEqual(["transfer"]);
});

test("a change of many asks for the way through everything", () => {
  expect(journeysOf(["locales/en/transfer.json", "locales/en/qr.json", "locales/en/slips.json"])).toEqual(["main-job"]);
});
