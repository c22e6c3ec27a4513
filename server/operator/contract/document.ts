import { z } from "zod";
import { type Endpoint, CALL_TIMEOUT_MS } from "../endpoint";
import { ERROR_CODES, type ErrorCode } from "../errors";
import { parametersOf } from "../path";
import { contract, type OperationName, refusals } from ".";
import { COMMON_REFUSALS, SESSION_ENDS } from "./fields";
import { documented, nullForgiven, omitted } from "./reader";

type JsonObject = { [key: string]: unknown };

/** The contract as an OpenAPI 3.1 document of the wire format. It shows the agreed shapes, not the tolerated ones. */
export function openapi(): JsonObject {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const [capability, calls] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const item = (paths[endpoint.path] ??= {});
      item[endpoint.method.toLowerCase()] = operation(capability, name, endpoint, schemas);
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Operator API as used by the member wallet", version: "1.0.0" },
    servers: [
      { url: "https://operator.example", description: "The operator of one market: the setting OPERATOR_API_URL" },
    ],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: { Marker: { name: "X-Requested-With", in: "header", required: true, schema: { type: "string" } } },
      headers: { RetryAfter: { description: "Seconds, or a date", schema: { type: "string" } } },
      examples: Object.fromEntries(FAILURES.map((code) => [code, { value: { message: code } }])),
      responses: {
        ...Object.fromEntries(
          Object.entries(SHARED).map(([name, { status, codes }]) => [name, failure(status, codes)]),
        ),
        Other: OTHER,
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** What a status means. The code decides, not the status. */
const MEANINGS: Record<string, string> = {
  400: "A header or a field is missing or malformed",
  401: "There is no valid session, or the sign-in is wrong",
  403: "The operator does not allow it",
  404: "There is no such thing",
  409: "The state does not allow it. Only a known code proves that nothing was done",
  410: "The account or the whole service is gone",
  413: "The file is too large",
  415: "The file has a wrong type",
  429: "There were too many requests",
  500: "The outcome is not known",
  503: "A provider does not answer. Only the code of a refusal proves that nothing was done",
};

/** Answers that many calls share, by the name of their component. */
const SHARED: Record<string, { status: string; codes: readonly string[] }> = {
  BadRequest: { status: "400", codes: COMMON_REFUSALS[400] },
  Unauthorized: { status: "401", codes: SESSION_ENDS },
  Gone: { status: "410", codes: COMMON_REFUSALS[410] },
  RateLimited: { status: "429", codes: COMMON_REFUSALS[429] },
  RateLimitedMinute: { status: "429", codes: [...COMMON_REFUSALS[429], "REQUEST_LIMIT_1MIN"] },
  Failure: { status: "500", codes: COMMON_REFUSALS[500] },
};

/** An answer that a call does not list. */
const OTHER = {
  description:
    "Any other failure. The code decides: that of a refusal proves that nothing was done. With an unknown code, only a " +
    "4xx other than 408, 409 and 425 does; after any other answer the outcome is not known.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Message" } } },
};

/** One example of each code, to be referenced. */
const examplesOf = (codes: readonly string[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));

const FAILURES = Object.entries<ErrorCode>(ERROR_CODES)
  .filter(([, { kind }]) => kind !== "success")
  .map(([code]) => code);

function failure(status: string, codes: readonly string[]): JsonObject {
  const schema = { $ref: "#/components/schemas/Message" };
  return {
    description: MEANINGS[status],
    ...(status === "429" && { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } }),
    content: { "application/json": { schema, examples: examplesOf(codes) } },
  };
}

/** A reference if other calls answer the same. */
function failureOrShared(status: string, codes: readonly string[]): JsonObject {
  const shared = Object.entries(SHARED).find(([, one]) => one.status === status && one.codes.join() === codes.join());
  return shared ? { $ref: `#/components/responses/${shared[0]}` } : failure(status, codes);
}

/** The call that tells whether the service is gone answers that as 200. */
const NEVER_GONE: OperationName = "lookupActive";

/** All codes that a call may answer, by status. */
function refusalsOf(call: string, access: "guest" | "member"): Record<string, readonly string[]> {
  const all: Record<string, readonly string[]> = {
    ...COMMON_REFUSALS,
    ...(access === "member" && { 401: SESSION_ENDS }),
  };
  if (call === NEVER_GONE) delete all[410];
  for (const [status, codes] of Object.entries(refusals[call as OperationName] ?? {}))
    all[status] = [...(all[status] ?? []), ...codes];
  return all;
}

/** The answers of a call by status. Some calls tell a refusal in a 200, with `success` false. */
function responses(name: string, { access }: Endpoint, output: JsonObject): JsonObject {
  const { 200: told, ...failures } = refusalsOf(name, access);
  const examples = told && Object.fromEntries(told.map((code) => [code, { value: { success: false, error: code } }]));
  return {
    "200": { description: "OK", content: { "application/json": { schema: output, ...(examples && { examples }) } } },
    ...Object.fromEntries(Object.entries(failures).map(([status, codes]) => [status, failureOrShared(status, codes)])),
    default: { $ref: "#/components/responses/Other" },
  };
}

function operation(capability: string, name: string, endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const inPath = parametersOf(endpoint.path);
  const input = wire(endpoint.input, schemas);
  const output = wire(endpoint.output, schemas);
  return {
    operationId: name,
    tags: [capability],
    "x-access": endpoint.access,
    ...(endpoint.writes && { "x-writes": endpoint.writes }),
    ...(endpoint.timeoutMs !== CALL_TIMEOUT_MS && { "x-timeout-ms": endpoint.timeoutMs }),
    ...(endpoint.access === "guest" && { security: [{}, { bearer: [] }] }),
    parameters: [
      { $ref: "#/components/parameters/Marker" },
      ...inPath.map((parameter) => ({ name: parameter, in: "path", required: true, schema: { type: "string" } })),
    ],
    ...requestBody(endpoint, input, inPath),
    responses: responses(name, endpoint, output),
  };
}

function requestBody({ method, upload }: Endpoint, input: JsonObject, inPath: string[]): JsonObject {
  if (method === "GET" || method === "DELETE") return {};
  const schema = upload ? withFile(input) : without(input, inPath);
  return {
    requestBody: { required: true, content: { [upload ? "multipart/form-data" : "application/json"]: { schema } } },
  };
}

/** The flat input without the path parameters. */
function without(input: JsonObject, keys: string[]): JsonObject {
  if (keys.length === 0) return input;
  const properties = Object.entries(input.properties as JsonObject).filter(([key]) => !keys.includes(key));
  const required = (input.required as string[]).filter((key) => !keys.includes(key));
  return { ...input, properties: Object.fromEntries(properties), required };
}

function withFile(input: JsonObject): JsonObject {
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  return { type: "object", properties: { file, ...(input.properties as JsonObject) }, required: ["file"] };
}

/** The JSON Schema of the wire format. Named schemas are collected in `schemas` and referenced. */
function wire(schema: z.core.$ZodType, schemas: JsonObject): JsonObject {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      const shown = documented.get(zodSchema);
      if (shown) Object.assign(jsonSchema, wire(shown, schemas));
      // A default tells what is forgiven.
      delete jsonSchema.default;
      if (nullForgiven.has(zodSchema)) withoutNull(jsonSchema);
      if (zodSchema instanceof z.ZodObject) agreedFields(zodSchema, jsonSchema);
      // zod adds a very long pattern and the bounds of a safe integer; neither helps a reader.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as JsonObject;
  for (const [name, value] of Object.entries(($defs ?? {}) as JsonObject))
    schemas[name] = referring(value as JsonObject);
  return referring(own);
}

/** Takes the null out of `A or null`. zod fills A later, so the alternative stays until `referring`. */
function withoutNull(schema: z.core.JSONSchema.BaseSchema): void {
  schema.anyOf = schema.anyOf!.slice(0, 1);
}

/** Leaves out the fields that the reader adds, and requires all others that the operator may not leave out. */
function agreedFields({ shape }: z.ZodObject, schema: z.core.JSONSchema.BaseSchema): void {
  for (const added of ["unread", "unreadAt"]) delete schema.properties?.[added];
  const required = Object.keys(schema.properties ?? {}).filter((key) => {
    const field = shape[key]!;
    return !omitted.has(field) && !(field instanceof z.ZodOptional);
  });
  if (required.length > 0) schema.required = required;
}

/** Points references to the document's components, and removes ids that zod leaves and alternatives without another. */
function referring(value: JsonObject): JsonObject {
  const text = JSON.stringify(value, (key, inner: unknown) =>
    key === "id" && typeof inner === "string" ? undefined : inner,
  );
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'), (_, inner: unknown) => {
    const { anyOf, ...others } = (inner ?? {}) as JsonObject;
    return Array.isArray(anyOf) && anyOf.length === 1 ? { ...(anyOf[0] as JsonObject), ...others } : inner;
  }) as JsonObject;
}
