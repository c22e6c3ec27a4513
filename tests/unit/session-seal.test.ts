import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { secretsOf } from "../../server/config/namespace";
import { createCsrf } from "../../server/http/csrf";
import { verifyFormKey } from "../../server/http/form-key-check";
import { formKeys } from "../../server/operations/form-key";
import { createSeal, type Purpose } from "../../server/session/seal";
import { parseCookies } from "../../server/session/cookies";

const [FIRST, SECOND] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")] as [string, string];
const PURPOSES: Purpose[] = ["session", "visitor", "draft", "wizard", "flash", "asked"];

test("sealed content can be opened again and is not readable", async () => {
  const seal = createSeal([FIRST], "th");
  const sealed = await seal.seal("session", { token: "canary" });
  expect(Buffer.from(sealed.split(".")[3]!, "base64url").toString()).not.toContain("canary");
  expect(await seal.open("session", sealed)).toEqual({ token: "canary" });
});

test("the same content is sealed differently each time", async () => {
  const seal = createSeal([FIRST], "th");
  expect(await seal.seal("flash", {})).not.toBe(await seal.seal("flash", {}));
});

test("a cookie opens only for its purpose", async () => {
  const seal = createSeal([FIRST], "th");
  for (const made of PURPOSES) {
    const sealed = await seal.seal(made, { a: 1 });
    for (const other of PURPOSES) expect(await seal.open(other, sealed)).toEqual(made === other ? { a: 1 } : null);
  }
});

test("a cookie with any flipped bit is rejected", async () => {
  const seal = createSeal([FIRST], "th");
  const sealed = await seal.seal("session", { sid: "x" });
  for (let at = 0; at < sealed.length; at += 1) {
    for (let bit = 0; bit < 7; bit += 1) {
      const flipped =
        sealed.slice(0, at) + String.fromCharCode(sealed.charCodeAt(at) ^ (1 << bit)) + sealed.slice(at + 1);
      expect(await seal.open("session", flipped), `${at}.${bit}`).toBeNull();
    }
  }
});

test("the first secret seals, all open, and a removed one opens nothing", async () => {
  const [old, rotated, dropped] = [
    createSeal([FIRST], "th"),
    createSeal([SECOND, FIRST], "th"),
    createSeal([SECOND], "th"),
  ];
  const before = await old.seal("session", { a: 1 });
  const after = await rotated.seal("session", { a: 2 });
  expect(await rotated.open("session", before)).toEqual({ a: 1 });
  expect(await dropped.open("session", before)).toBeNull();
  expect(await dropped.open("session", after)).toEqual({ a: 2 });
});

test("nothing of one namespace is valid in another, with the same secret", async () => {
  const [thai, lao] = ["th.operator", "la.operator"].map((namespace) => secretsOf([FIRST], namespace)) as [
    string[],
    string[],
  ];
  const sealed = await createSeal([FIRST], "th.operator").seal("session", { a: 1 });
  expect(await createSeal([FIRST], "th.operator").open("session", sealed)).toEqual({ a: 1 });
  expect(await createSeal([FIRST], "la.operator").open("session", sealed)).toBeNull();
  const shared = await createSeal(thai, "same").seal("session", { a: 1 });
  expect(await createSeal(lao, "same").open("session", shared)).toBeNull();

  const csrf = (secrets: string[]) => createCsrf(secrets, verifyFormKey(secrets));
  const _t = csrf(thai).token("s:1");
  expect(csrf(thai).accepts({ _t }, ["s:1"], [])).toBe(true);
  expect(csrf(lao).accepts({ _t }, ["s:1"], [])).toBe(false);

  const holder = { sid: "1", memberId: "m" };
  const limits = { maxAgeMs: 1000, skewMs: 1000, mac: true, epoch: true };
  const made = { op: "transfer", seq: 0, issuedAt: Date.now(), epoch: "0123456789abcdef" } as const;
  const k = formKeys(thai, limits).make(made, holder);
  expect(csrf(thai).accepts({ k }, [], [holder])).toBe(true);
  expect(csrf(lao).accepts({ k }, [], [holder])).toBe(false);
});

test.each(["", "a", "a.b.c.d.e", "....", "eyJhbGciOiJub25lIn0....", "x".repeat(5000)])(
  "%j is rejected",
  async (sealed) => {
    expect(await createSeal([FIRST], "th").open("session", sealed)).toBeNull();
  },
);

test("malformed cookies are skipped, and the first of a name counts", () => {
  expect(Object.fromEntries(parseCookies('a=1; a=2; =x; b; SameSite=Lax; c="q"; d=e=f; __Host-s=v.w'))).toEqual({
    a: "1",
    SameSite: "Lax",
    d: "e=f",
    "__Host-s": "v.w",
  });
  expect(parseCookies(undefined).size).toBe(0);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
