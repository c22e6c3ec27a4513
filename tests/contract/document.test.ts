/** The OpenAPI document shows what is agreed, not what the reader forgives. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import document from "../../server/operator/openapi.json";

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
