/** What the reader forgives, and what it does not, is counted by call and field, and never with a value. */
import { expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import { createDrifts } from "../../server/operator/drifts";
import { json, scriptedOperator } from "./scripted-operator";

const auth = { token: "member-token" };

test("the client counts what it forgave and what did not fit, without values", async () => {
  await using operator = await scriptedOperator();
  operator.answers(json(200, { withdrawMin: "100", withdrawMax: 50_000 }));
  await operator.client.call(endpoints.lookupWithdraw, {}, auth);
  await operator.client.call(endpoints.lookupWithdraw, {}, auth);
  operator.answers(json(200, { other: "secret-value" }));
  await operator.client.call(endpoints.lookupWithdraw, {}, auth);

  const call = "GET /api/lookup/withdraw";
  expect(operator.client.drifts()).toEqual([
    { call, field: "withdrawMin", expected: "number", received: "string", forgiven: true, times: 2 },
    { call, field: "", expected: "a field of the contract", received: "object", forgiven: false, times: 1 },
  ]);
  expect(JSON.stringify(operator.logged)).not.toContain("secret-value");
});

test("a kind of difference is logged once a day, with how often it was seen", () => {
  const logged: object[] = [];
  let hours = 0;
  const drifts = createDrifts({ warn: (facts) => void logged.push(facts) }, () => hours * 3_600_000);
  const found = [{ path: "rows[].amount", expected: "number", received: "string" }];
  for (hours = 0; hours < 49; hours += 1) drifts.note(endpoints.listStatements, [...found, ...found], true);
  expect(logged).toMatchObject([{ times: 1 }, { times: 25 }, { times: 49 }]);
  expect(drifts.all()).toMatchObject([{ field: "rows[].amount", times: 49 }]);
});
