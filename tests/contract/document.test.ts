/** The OpenAPI document shows what is agreed, not what the reader forgives. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import type { Endpoint } from "../../server/operator/endpoint";
import { ERROR_CODES, errorCode } from "../../server/operator/errors";
import document from "../../server/operator/openapi.json";
import { CALL_CODES, COMMON, SESSION_ENDS } from "../support/call-codes";

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("a document with a fault is not valid", async () => {
  const faulty = { ...structuredClone(document), paths: { "/api/login": { post: { responses: [] } } } };
  expect(await new Validator().validate(faulty)).toMatchObject({ valid: false });
});

const { schemas } = document.components;
const NULLABLE_TEXT = { type: ["string", "null"] };

test("a field that is read even if it is missing is required all the same", () => {
  expect(schemas.GameAccount.required).toEqual(Object.keys(schemas.GameAccount.properties));
  expect(schemas.Profile.required).toEqual(["_id", "name", "username", "createdAt", "coin"]);
  expect(schemas.Statement.required).toEqual(["statementType", "status", "from", "to", "amount", "createdAt"]);
});

test("a field that the operator may leave out is not required", () => {
  expect(schemas.QrRecord.required).toEqual(["hasQrcode"]);
  expect(schemas.SlipLookup.required).toEqual(["isActive"]);
  expect(schemas.SpinSetupResponse.required).toEqual(["result"]);
});

test("only a field that is agreed to be null sometimes is nullable", () => {
  expect(schemas.Statement.properties.from).toEqual(NULLABLE_TEXT);
  expect(schemas.GameAccount.properties.web).toEqual(NULLABLE_TEXT);
  expect(schemas.GameAccount.properties.amount).toMatchObject({ type: "number" });
  expect(schemas.WithdrawLimits.properties.withdrawMax).toMatchObject({ type: "number" });
  expect(schemas.WalletResponse.properties.profile).toEqual({ $ref: "#/components/schemas/Profile" });
});

test("words that are agreed are listed, and a status may be another one", () => {
  expect(schemas.GameAccount.properties.category).toEqual({ type: "string", enum: ["slot", "sport", "lotto"] });
  expect(schemas.Slip.properties.status).toEqual({ type: "string", examples: ["SUCCESS", "FAILED"] });
});

test("no default of the reader is shown", () => {
  expect(JSON.stringify(schemas)).not.toContain('"default":');
});

interface Answer {
  $ref?: string;
  headers?: object;
  content?: { "application/json": { examples?: Record<string, unknown> } };
}

const shared = document.components.responses as Record<string, Answer>;
const resolved = (answer: Answer) => (answer.$ref ? shared[answer.$ref.split("/").at(-1)!]! : answer);
const codesIn = (answer: Answer) => Object.keys(resolved(answer).content?.["application/json"].examples ?? {});

/** The answers of each call by status. */
const answers = new Map(
  Object.values(document.paths as Record<string, Record<string, { operationId: string; responses: object }>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => [operationId, new Map(Object.entries<Answer>({ ...responses }))]),
);
const answering = (status: string) => [...answers].filter(([, one]) => one.has(status)).map(([call]) => call);

test("calls of members, of the chat, and the sign-in answer 401, and no others", () => {
  const expected = Object.entries<Endpoint>(endpoints)
    .filter(([call, { access, path }]) => access === "member" || path.startsWith("/api/chat/") || call === "login")
    .map(([call]) => call);
  expect(answering("401").sort()).toEqual(expected.sort());
  expect(codesIn(answers.get("login")!.get("401")!)).toEqual(["WRONG_CREDENTIAL"]);
  expect(codesIn(answers.get("chatHistory")!.get("401")!)).toEqual([...SESSION_ENDS]);
});

test("uploads, and no other calls, answer that a file is too large or has a wrong type", () => {
  const uploads = ["uploadChatImage", "uploadChatVideo", "uploadSlip"];
  for (const status of ["413", "415"]) expect(answering(status).sort()).toEqual(uploads);
});

test("each call lists the codes that pages tell, and no others", () => {
  for (const [call, own] of CALL_CODES) {
    const { access } = endpoints[call as keyof typeof endpoints];
    const common = [...COMMON, "account-gone", "INTERNAL_SERVER_ERROR", ...(access === "member" ? SESSION_ENDS : [])];
    const listed = new Set([...answers.get(call)!.values()].flatMap(codesIn));
    expect([...listed].sort(), call).toEqual([...new Set([...common, ...own])].sort());
  }
});

test("an example in the document is of a failure, and every failure has one", () => {
  const listed = new Set([...answers.values()].flatMap((one) => [...one.values()]).flatMap(codesIn));
  expect([...listed].filter((code) => !errorCode(code) || errorCode(code)!.kind === "success")).toEqual([]);
  const failures = Object.entries(ERROR_CODES).filter(([, { kind }]) => kind !== "success");
  expect([...listed].sort()).toEqual(failures.map(([code]) => code).sort());
});

test("every answer with 429 has Retry-After", () => {
  for (const call of answering("429")) expect(resolved(answers.get(call)!.get("429")!).headers, call).toBeDefined();
});

test("no conflict, provider's failure or unlisted answer promises that nothing was done", () => {
  const texts = [...answers.values()].flatMap((one) =>
    ["409", "503", "default"].flatMap((status) => resolved(one.get(status) ?? {}) as { description?: string }),
  );
  const said = new Set(texts.map(({ description }) => description).filter(Boolean));
  expect(said.size).toBe(3);
  for (const text of said) expect(text).toMatch(/code.*proves that nothing was done/);
});
