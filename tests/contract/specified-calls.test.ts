/** The calls and fields that the specification names are those of the contract. */
import { expect, test } from "vitest";
import { listedLines } from "../../bin/specification";
import document from "../../server/operator/openapi.json";
import { PROVIDERS } from "../../server/providers/table";

type Json = { [key: string]: unknown };

const lines = listedLines();
const textOf = (id: string) => lines.find((line) => line.id === id)!.text;
const schemas = document.components.schemas as Json;

/** Calls by method and path, whose parameters have no names, with the values of their paths. */
const calls = new Map(
  Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method} ${path.replace(/\{\w+\}/g, "{}")}`, call] as const),
  ),
);
const callAt = (method: string, path: string) => calls.get(`${method.toLowerCase()} ${path.replace(/\{\w+\}/g, "{}")}`);

/** Names of fields, and values that a field may have, anywhere in a schema or call. */
function words(part: unknown, seen = new Set<unknown>()): Set<string> {
  const found = new Set<string>();
  const visit = (one: unknown) => {
    if (typeof one !== "object" || one === null || seen.has(one)) return;
    seen.add(one);
    const { $ref, properties, enum: values = [], examples = [], name } = one as Json;
    if (typeof $ref === "string") visit(schemas[$ref.split("/").at(-1)!]);
    if (typeof properties === "object") for (const key of Object.keys(properties as Json)) found.add(key);
    for (const text of [values, examples, name].flat()) if (typeof text === "string") found.add(text);
    for (const inner of Object.values(one)) visit(inner);
  };
  visit(part);
  return found;
}

/** What lines say beside names of fields. */
const PROSE = new Set(
  (
    "a all an and as before bonuses boolean by cipher client creation coin contains conversation count credentials each " +
    "encrypted existing field fields finds first fixed for form GET has have HTML image in is items joined last links list " +
    "lists markup minute modal multipart new not nothing null number object of on one opened optional or other phone " +
    "placeholder plus QR rate reason record registration replaced response returns s secret sending shape shared shown " +
    "slices slot source space strings symmetric tab that the time timeout toast url use used user which whose with"
  ).split(" "),
);
/** Phrases with a word that is a field elsewhere. */
const PHRASES = /reason code|the bonus's|the withdraw modal|the user's bonus|the promotion/g;

/** The words of a text that neither the contract nor plain English has. */
const strange = (text: string, known: Set<string>) =>
  [...text.replace(PHRASES, "").matchAll(/%?[A-Za-z_]\w*/g)]
    .map(([word]) => word)
    .filter((word) => !word.startsWith("%") && !known.has(word) && !PROSE.has(word));

const operation = (id: string) => [...calls.values()].find(({ operationId }) => operationId === id);

/** The schemas, or the calls, that hold each entity of part 3. */
const ENTITIES: Record<string, string[]> = {
  "3.2": ["AccountRegistration"],
  "3.3": ["Profile"],
  "3.4": ["ProfileUpdate"],
  "3.5": ["BankAccount"],
  "3.6": ["BankListItem"],
  "3.7": ["SourceListItem"],
  "3.8": ["OtpSendResponse", "OtpVerifyRequest", "OtpVerifyResponse"],
  "3.9": ["InfoLookup"],
  "3.10": ["ContactLookup"],
  "3.11": [
    ...["EnableChatWidget", "RegisterOTP", "Conditions", "Agreements", "Notice", "Active"].map((one) => `lookup${one}`),
    "Bonus",
  ],
  "3.12": ["WalletResponse"],
  "3.13": ["GameAccount"],
  "3.14": ["GameCredentials"],
  "3.15": ["DepositLookup"],
  "3.16": ["DepositAccount"],
  "3.17": ["WalletAccount"],
  "3.18": ["QrRecord"],
  "3.19": ["WithdrawLimits"],
  "3.20": ["InviteEntry"],
  "3.21": ["RefundCheck"],
  "3.22": ["RefundEntry"],
  "3.23": ["Banner"],
  "3.24": ["Bonus"],
  "3.25": ["Promotion"],
  "3.26": ["Statement"],
  "3.27": ["Slip"],
  "3.28": ["SpinSetupResponse"],
  "3.29": ["Coupon"],
  "3.30": ["LoginResponse"],
  "3.31": ["autoLoginPg"],
  "3.32": ["ChatConversation"],
  "3.33": ["ChatMessage"],
  "3.34": ["MediaPayload"],
  "3.35": ["Button"],
  "3.36": ["GenericCard"],
  "3.38": ["chatConfig"],
};

test.each(Object.entries(ENTITIES))("line %s names only fields that the contract has", (id, names) => {
  const known = words(names.map((name) => schemas[name] ?? operation(name)));
  expect(known.size).toBeGreaterThan(0);
  expect(strange(textOf(id).replace(/^[^:]*:/, ""), known)).toEqual([]);
});

const CALL = /^(GET|POST|PUT|DELETE) (\/api\/\S*[\w}/])/;
const AUTO = /^(?:\/api\/autoLogin\/)?(\w+(?:\/\{\w+\})+)[;.]$/;

/** The calls of a line of part 7; those of the line before if it only goes on. */
function callsOf(id: string): [string, Json | undefined][] {
  const text = textOf(id);
  const auto = AUTO.exec(text)?.[1];
  if (auto) return [[text, callAt("GET", `/api/autoLogin/${auto}`)]];
  const first = CALL.exec(text);
  const [part, place] = id.split(".") as [string, string];
  if (!first) return callsOf(`${part}.${Number(place) - 1}`);
  const paths = [first[2]!, ...[...text.matchAll(/ and (\/api\/[\w/-]+)/g)].map(([, path]) => path!)];
  return paths.map((path) => [path, callAt(first[1]!, path)]);
}

const CALL_LINES = lines
  .filter(({ tests = [] }) => tests.some((one) => one.includes("names a call of the contract")))
  .map(({ id }) => id);

test.each(CALL_LINES)("line %s names a call of the contract, with its fields", (id) => {
  const found = callsOf(id);
  for (const [path, call] of found) expect(call, path).toBeDefined();
  const known = words(found.map(([, call]) => call));
  expect(
    strange(
      textOf(id)
        .replace(CALL, "")
        .replace(AUTO, "")
        .replace(/\/api\/\S+/g, ""),
      known,
    ),
  ).toEqual([]);
});

test("the lookups of the specification are calls, with their fields", () => {
  const [, list] = /\/api\/lookup\/: (.*)\.$/.exec(textOf("7.6"))!;
  const found = list!.split(", ").map((one) => /^(\w+)(?: \(response (\w+)\))?$/.exec(one)!);
  expect(found).toHaveLength(13);
  for (const [, name, field] of found) {
    const call = callAt("GET", `/api/lookup/${name}`);
    expect(call, name).toBeDefined();
    if (field) expect(words(call!.responses)).toContain(field);
  }
});

test("the contract has no call that the specification does not name", () => {
  const named = new Set(
    lines.filter(({ id }) => CALL_LINES.includes(id)).flatMap(({ id }) => callsOf(id).map(([, call]) => call)),
  );
  const others = [...new Set(calls.values())]
    .filter((call) => !named.has(call))
    .map(({ operationId }) => String(operationId));
  expect(others.filter((name) => !name.startsWith("lookup"))).toEqual([]);
});

test("the providers of the specification have an entry each, and no others have one", () => {
  const [, list] = /: (.*)\.$/.exec(textOf("2.91"))!;
  expect(list!.split(", ").sort()).toEqual(Object.keys(PROVIDERS).sort());
});
