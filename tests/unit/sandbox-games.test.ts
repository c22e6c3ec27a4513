/** The game providers of the sandbox: who is let in, and what a round changes. */
import { describe, expect, test } from "vitest";
import { operator, type Json } from "./sandbox-operator";

/** A member with open games, and what a browser does at the providers. */
async function player(open: string[], switches = {}) {
  const desk = await operator({ switches });
  const member = await desk.newcomer({ games: Object.fromEntries(open.map((code) => [code, 100_00])) });
  const ask = async (path: string) => (await desk.call(`GET ${path}`, undefined, member.token)).body;
  const account = async (code: string) =>
    (await ask(`/api/wallet/account/${code}`)) as {
      username: string;
      password: string;
      event?: Record<string, string>;
    };
  const visit = async (address: string, fields?: Record<string, string>) => {
    const url = new URL(address, desk.sandbox.url);
    const response = await fetch(url, fields && { method: "POST", body: new URLSearchParams(fields) });
    return { status: response.status, url: response.url, text: await response.text() };
  };
  const slot = async (code: string) =>
    ((await ask("/api/wallet")).slots as Json[]).find((one) => one.code === code) as Json & { web: string };
  return { ...desk, ...member, ask, account, visit, slot };
}

const LET_IN = /Signed in as <b>(\w+)<\/b>/;

test("a link signs the right member in, and only once", async () => {
  const { ask, account, visit } = await player(["PG"]);
  const { username } = await account("PG");
  const { link } = (await ask(`/api/autoLogin/pg/${username}`)) as { link: string };
  expect(LET_IN.exec((await visit(link)).text)?.[1]).toBe(username);
  expect(await visit(link)).toMatchObject({ status: 403 });
  expect(await visit(link.replace(/ticket=\w+/, "ticket=guessed"))).toMatchObject({ status: 403 });
});

test("a ticket of one game does not open another", async () => {
  const { ask, account, visit } = await player(["PG"]);
  const { link } = (await ask(`/api/autoLogin/pg/${(await account("PG")).username}`)) as { link: string };
  expect(await visit(link.replace("/PG/", "/BETFLIX/"))).toMatchObject({ status: 403 });
});

test.each([
  ["JOKER", "Username", "Password"],
  ["SLOTXO", "Username", "Password"],
  ["UFABET", "txtUserName", "password"],
])("%s lets in who posts the right credentials", async (code, name, secret) => {
  const { account, visit, slot } = await player([code]);
  const { username, password, event } = await account(code);
  const { web } = await slot(code);
  expect((await visit(web, { ...event, [name]: username, [secret]: password })).text).toMatch(LET_IN);
  expect(await visit(web, { ...event, [name]: username, [secret]: "wrong" })).toMatchObject({ status: 403 });
  expect(await visit(web, { ...event, [name]: "dm0", [secret]: password })).toMatchObject({ status: 403 });
});

test("UFABET wants its state fields back", async () => {
  const { account, visit, slot } = await player(["UFABET"]);
  const { username, password } = await account("UFABET");
  const { web } = await slot("UFABET");
  expect(await visit(web, { txtUserName: username, password })).toMatchObject({ status: 403 });
});

test("SEXYGAME reads the query, and SUPERSLOT asks at its own page", async () => {
  const { account, visit, slot } = await player(["SEXYGAME", "SUPERSLOT"]);
  const sexy = await account("SEXYGAME");
  const { web } = await slot("SEXYGAME");
  expect(
    (await visit(`${web}?${new URLSearchParams({ username: sexy.username, password: sexy.password })}`)).text,
  ).toMatch(LET_IN);
  expect(await visit(`${web}?username=${sexy.username}&password=x`)).toMatchObject({ status: 403 });
  const { username, password } = await account("SUPERSLOT");
  const page = await visit((await slot("SUPERSLOT")).web);
  const [, action] = /action="([^"]+)"/.exec(page.text)!;
  expect((await visit(action!, { Username: username, Password: password })).text).toMatch(LET_IN);
});

test("after a reset only the new password opens the game", async () => {
  const { ask, account, visit, slot } = await player(["JOKER"]);
  const before = await account("JOKER");
  await ask("/api/wallet/resetpassword/JOKER");
  const after = await account("JOKER");
  const { web } = await slot("JOKER");
  expect(await visit(web, { Username: before.username, Password: before.password })).toMatchObject({ status: 403 });
  expect((await visit(web, { Username: after.username, Password: after.password })).text).toMatch(LET_IN);
});

test("a round changes the provider's balance, and the wallet's after a refresh; nobody loses more than there is", async () => {
  const { ask, account, visit, slot, control, phone } = await player(["JOKER"]);
  const { username, password } = await account("JOKER");
  const table = (await visit((await slot("JOKER")).web, { Username: username, Password: password })).url;
  expect((await visit(table, { amount: "5000" })).text).toContain("<b>150.00</b>");
  expect(control.balances(phone)).toMatchObject({ JOKER: 100_00 });
  await ask("/api/wallet/refresh/slot");
  expect(control.balances(phone)).toMatchObject({ JOKER: 150_00 });
  expect((await visit(table, { amount: "-99999999" })).text).toContain("<b>0.00</b>");
  await ask("/api/wallet/refresh/slot");
  expect(control.balances(phone)).toMatchObject({ JOKER: 0 });
  expect(control.trialBalance().exact).toBe(true);
});

describe("a provider in trouble", () => {
  test("that is down answers 503", async () => {
    const { visit, slot, control } = await player(["JOKER"]);
    control.switches({ providersDown: ["JOKER"] });
    expect(await visit((await slot("JOKER")).web, { Username: "a", Password: "b" })).toMatchObject({ status: 503 });
  });

  test("that refuses makes no link, and lets nobody in", async () => {
    const { ask, account, visit, slot } = await player(["PG", "JOKER"], { providersRefusing: ["PG", "JOKER"] });
    expect(await ask(`/api/autoLogin/pg/${(await account("PG")).username}`)).toEqual({ message: "LOGIN_FAIL" });
    const { username, password } = await account("JOKER");
    const { web } = await slot("JOKER");
    expect(await visit(web, { Username: username, Password: password })).toMatchObject({ status: 403 });
  });
});

test("the operator offers sixteen games, six, or one that the wallet does not know", async () => {
  const { ask, control } = await player([]);
  const offered = async () => ((await ask("/api/wallet")).slots as Json[]).map(({ code }) => code);
  expect(await offered()).toHaveLength(16);
  control.switches({ gamesOffered: "few" });
  expect(await offered()).toHaveLength(6);
  control.switches({ gamesOffered: "all" });
  expect(await offered()).toContain("NAGA");
});
