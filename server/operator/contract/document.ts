import { z } from "zod";
import { type Endpoint, CALL_TIMEOUT_MS } from "../endpoint";
import { ERROR_CODES, type CodeKind, type ErrorCode } from "../errors";
import { parametersOf } from "../path";
import { contract } from ".";
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
      responses: Object.fromEntries(Object.entries(ERRORS).map(([name, error]) => [name, errorResponse(error)])),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

interface ErrorAnswer {
  status: string;
  description: string;
  codes: string[];
  /** Only calls of members answer so. */
  members?: true;
}

const codesOf = (kind: CodeKind) =>
  Object.entries<ErrorCode>(ERROR_CODES)
    .filter(([, code]) => code.kind === kind)
    .map(([name]) => name);
const general = { BadRequest: ["KEY_MISSING", "KEY_INVALID"], RateLimited: ["REQUEST_LIMIT", "REQUEST_LIMIT_1MIN"] };

/** Answers that are not 200, by the name of their component. The code decides, not the status. */
const ERRORS: Record<string, ErrorAnswer> = {
  BadRequest: { status: "400", description: "A header or a field is missing or malformed", codes: general.BadRequest },
  Unauthorized: { status: "401", description: "There is no valid session", codes: codesOf("auth"), members: true },
  Gone: { status: "410", description: "The account or the whole service is gone", codes: codesOf("gone") },
  RateLimited: { status: "429", description: "There were too many requests", codes: general.RateLimited },
  Failure: { status: "500", description: "The outcome is not known", codes: codesOf("unknown") },
  Error: {
    status: "default",
    description: "Nothing was done. `message` holds an error code or a text to show",
    codes: codesOf("refused").filter((code) => !Object.values(general).flat().includes(code)),
  },
};

function errorResponse({ status, description, codes }: ErrorAnswer): JsonObject {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { message: code } }]));
  const schema = { $ref: "#/components/schemas/Message" };
  return {
    description,
    ...(status === "429" && { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } }),
    content: { "application/json": { schema, examples } },
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
    responses: {
      "200": response("OK", output),
      ...Object.fromEntries(
        Object.entries(ERRORS)
          .filter(([, { members }]) => !members || endpoint.access === "member")
          .map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
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

const response = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { "application/json": { schema } },
});

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
