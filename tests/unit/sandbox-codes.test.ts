/** The sandbox's README says how to get each code with which the operator may refuse a call. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALL_CODES, COMMON, SESSION_ENDS } from "../support/call-codes";
import { root } from "../support/root";
import { endpoints } from "../../server/operator/contract";
import { errorCode } from "../../server/operator/errors";
import { refusalCodes } from "../../server/sandbox/refusal";

const codes = [...new Set([...[...CALL_CODES.values()].flat(), ...COMMON, ...SESSION_ENDS, "account-gone"])].sort();

test("the table of calls names calls of the contract, and refusals of the catalog", () => {
  expect([...CALL_CODES.keys()].filter((call) => !Object.hasOwn(endpoints, call))).toEqual([]);
  expect(codes.filter((code) => !errorCode(code) || errorCode(code)!.kind === "success")).toEqual([]);
});

test("the README of the sandbox says how to get each code", () => {
  const readme = readFileSync(join(root, "server/sandbox/README.md"), "utf8");
  expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(readme))).toEqual([]);
});

test("the sandbox can refuse any call with each code", () => {
  // Failures of the wheel are answers.
  const ofWheel = [...CALL_CODES.get("spin")!, ...CALL_CODES.get("claimCoupon")!];
  expect(codes.filter((code) => !refusalCodes.includes(code) && !ofWheel.includes(code))).toEqual([]);
});
