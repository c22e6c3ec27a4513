import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gameAddress } from "../../server/providers/address";
import { readProviders } from "../../server/providers/file";
import { needsCredentials, planOf, platformOf, type Known } from "../../server/providers/launch";
import { AUTO_CALLS, providerOf, PROVIDERS } from "../../server/providers/table";

const trust = { own: "https://wallet.example", sandbox: [] as string[] };
const WEB = "https://games.example/enter?lang=th";
const credentials = { username: "dm 1&2", password: "p/w?#", event: { __VIEWSTATE: "x+/=", password: "not this" } };
const known = (more: Partial<Known> = {}): Known => ({
  game: { code: "X", web: WEB, android: null, ios: null },
  credentials,
  platform: "web",
  trust,
  ...more,
});
const plan = (code: string, more: Partial<Known> = {}) => planOf(providerOf(PROVIDERS, code), known(more));

describe("the table", () => {
  test.each([
    ["PG", "/api/autoLogin/pg/{username}"],
    ["BETFLIX", "/api/autoLogin/betflix/{username}"],
    ["ASKMEBET", "/api/autoLogin/askmebet/{username}/{password}"],
    ["IMI", "/api/autoLogin/imi/{username}/{password}"],
    ["USUN", "/api/autoLogin/usun/{username}/{password}"],
    ["AREASLOT", "/api/autoLogin/areaslot/{username}"],
    ["CIRCUS", "/api/autoLogin/circus/{username}/{password}"],
    ["SLOTRACHA", "/api/autoLogin/slotracha/{username}/{password}"],
    ["PGSLOT", "/api/autoLogin/pgslot/{username}/{password}"],
    ["JOKER2", "/api/autoLogin/joker2/{username}"],
    ["HUAYHD", "/api/autoLogin/huayhd/{username}"],
  ])("%s asks the operator for a link at %s", (code, path) => {
    const provider = providerOf(PROVIDERS, code);
    expect(provider.kind === "auto" && AUTO_CALLS[provider.call].path).toBe(path);
    expect(needsCredentials(provider)).toBe(true);
    const link = "https://play.example/sso?ticket=1";
    expect(plan(code, { link })).toEqual({ kind: "link", url: link });
  });

  test.each(["JOKER", "SLOTXO"])("%s gets a posted form with the credentials", (code) => {
    expect(plan(code)).toEqual({
      kind: "form",
      action: WEB,
      fields: [
        ["Username", "dm 1&2"],
        ["Password", "p/w?#"],
      ],
    });
  });

  test("UFABET gets the operator's state fields, too, which never replace the credentials", () => {
    expect(plan("UFABET")).toEqual({
      kind: "form",
      action: WEB,
      fields: [
        ["__VIEWSTATE", "x+/="],
        ["txtUserName", "dm 1&2"],
        ["password", "p/w?#"],
      ],
    });
  });

  test("SEXYGAME gets the credentials in the query, beside what is there", () => {
    expect(plan("SEXYGAME")).toEqual({
      kind: "link",
      url: "https://games.example/enter?lang=th&username=dm+1%262&password=p%2Fw%3F%23",
    });
  });

  test("SUPERSLOT is a plain link, without credentials", () => {
    expect(plan("SUPERSLOT")).toEqual({ kind: "link", url: WEB });
    expect(needsCredentials(providerOf(PROVIDERS, "SUPERSLOT"))).toBe(false);
  });

  test("has no entry for anything else, not even for what every object has", () => {
    expect(Object.keys(PROVIDERS)).toHaveLength(16);
    for (const code of ["NAGA", "toString", "__proto__"])
      expect(providerOf(PROVIDERS, code)).toEqual({ kind: "generic" });
  });

  test.each(["JOKER", "UFABET", "SEXYGAME", "SUPERSLOT", "NAGA"])(
    "%s without an address is signed in to by hand",
    (code) => {
      expect(plan(code, { game: { code, web: null, android: null, ios: null } })).toEqual({ kind: "by-hand" });
    },
  );
});

describe("a game of another provider", () => {
  const game = { code: "NAGA", web: WEB, android: "https://dl.example/naga.apk", ios: "https://apps.example/naga" };

  test.each([
    ["Mozilla/5.0 (Linux; Android 14; Pixel 8)", ["android", "web", "ios"]],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", ["ios", "web", "android"]],
    ["Mozilla/5.0 (X11; Linux x86_64)", ["web", "android", "ios"]],
    [undefined, ["web", "android", "ios"]],
  ])("offers all its addresses, that for %s first", (userAgent, platforms) => {
    const found = plan("NAGA", { game, platform: platformOf(userAgent) });
    expect(found.kind === "choice" && found.links.map(({ platform }) => platform)).toEqual(platforms);
  });

  test("leaves out an unsafe address, and opens nothing if all are", () => {
    const android = "javascript:alert(1)";
    expect(plan("NAGA", { game: { ...game, android } })).toMatchObject({
      links: [{ platform: "web" }, { platform: "ios" }],
    });
    expect(plan("NAGA", { game: { ...game, web: android, android, ios: null } })).toEqual({ kind: "unsafe" });
  });
});

describe("an address of a game", () => {
  test.each([
    "http://games.example/",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "intent://games.example/#Intent;end",
    "//games.example/",
    "/user/home",
    "https:games.example",
    "https:/\\games.example/",
    "https://user:secret@games.example/",
    "https://@games.example/",
    "https://wallet.example@games.example/",
    "https://games.example:8443/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://localhost/",
    "https://games/",
    "https://games.example./",
    "https://games.exa\tmple/",
    " https://games.example/",
    "https://games.example/\n",
    "https://games.example\\@evil.example/",
    "https://wallet.example/logout",
    `https://games.example/${"x".repeat(5000)}`,
    "",
  ])("is refused: %j", (text) => {
    expect(gameAddress(text, [], trust)).toBeNull();
  });

  test.each(["https://games.example/a?b=c#d", "HTTPS://Games.Example/", "https://xn--72c0b7a.example/"])(
    "may be %s",
    (text) => {
      expect(gameAddress(text, [], trust)?.href).toBe(new URL(text).href);
    },
  );

  test("has one of the provider's hosts if they are known", () => {
    const hosts = ["games.example:8443", "*.play.example"];
    const accepts = (text: string) => gameAddress(text, hosts, trust) !== null;
    expect(["https://games.example:8443/", "https://a.b.play.example/"].filter((one) => !accepts(one))).toEqual([]);
    const others = [
      "https://games.example/",
      "https://play.example/",
      "https://evilplay.example/",
      "http://a.play.example/",
    ];
    expect(others.filter(accepts)).toEqual([]);
  });

  test("needs no https only at the sandbox that runs", () => {
    const sandbox = { ...trust, sandbox: ["http://127.0.0.1:3001"] };
    expect(gameAddress("http://127.0.0.1:3001/play/PG", [], sandbox)).not.toBeNull();
    expect(gameAddress("http://127.0.0.1:3001@evil.example/", [], sandbox)).toBeNull();
    expect(gameAddress("http://127.0.0.1:3002/play/PG", [], sandbox)).toBeNull();
    expect(gameAddress("http://127.0.0.1:3001/play/PG", [], trust)).toBeNull();
  });
});

describe("the settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "providers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (content: string) => {
    const file = join(folder, "providers.json");
    writeFileSync(file, content);
    return readProviders({ PROVIDERS_FILE: file });
  };

  test("SPORT_HOST replaces the host of the sport form, whatever the operator gives, and its port", () => {
    const { providers } = readProviders({ SPORT_HOST: "sport.example:8443" });
    const ask = (web: string) =>
      planOf(providers.UFABET!, known({ game: { code: "UFABET", web, android: null, ios: null } }));
    expect(ask("http://old.example:81/Default.aspx?x=1")).toMatchObject({
      action: "https://sport.example:8443/Default.aspx?x=1",
    });
    expect(ask("javascript:alert(1)")).toEqual({ kind: "unsafe" });
    expect(providers.JOKER).toEqual(PROVIDERS.JOKER);
  });

  test("PGSLOT_NOTICE is the notice of PGSLOT alone", () => {
    const { providers } = readProviders({ PGSLOT_NOTICE: "Closed on Mondays" });
    expect(Object.entries(providers).filter(([, { notice }]) => notice)).toMatchObject([
      ["PGSLOT", { kind: "auto", call: "pgslot", notice: "Closed on Mondays" }],
    ]);
  });

  test("PROVIDERS_FILE changes and adds entries, and leaves the others", () => {
    const { providers, faults } = read(
      JSON.stringify({
        PG: { kind: "generic" },
        NAGA: { kind: "form", username: "user", password: "pass", hosts: ["*.naga.example"], notice: "New" },
      }),
    );
    expect(faults).toEqual([]);
    expect(providers).toMatchObject({ PG: { kind: "generic" }, NAGA: { kind: "form" }, JOKER: PROVIDERS.JOKER });
  });

  test.each<[string, unknown, string]>([
    ["another kind", { PG: { kind: "secret-word" } }, "PG.kind"],
    ["a call that does not exist", { PG: { kind: "auto", call: "secret-word" } }, "PG.call"],
    ["a missing name", { JOKER: { kind: "form", username: "u" } }, "JOKER.password"],
    ["a name of another type", { JOKER: { kind: "form", username: 4711, password: "p" } }, "JOKER.username"],
    ["half a pair", { X: { kind: "link", username: "secret-word" } }, "X.username"],
    ["a host that is an address", { X: { kind: "generic", hosts: ["https://secret-word.example"] } }, "X.hosts.0"],
    ["a code with spaces", { "A B": { kind: "generic" } }, "A B"],
    ["a list", ["secret-word"], "the top"],
  ])("PROVIDERS_FILE with %s names the place and never the value", (_what, content, path) => {
    const { faults } = read(JSON.stringify(content));
    expect(faults[0]).toMatch(`PROVIDERS_FILE: at ${path}: `);
    expect(faults.join()).not.toMatch(/secret-word|4711/);
  });

  test.each([
    ["is no JSON", () => read("{secret-word").faults, "PROVIDERS_FILE: expected a JSON file"],
    [
      "does not exist",
      () => readProviders({ PROVIDERS_FILE: join(folder, "none.json") }).faults,
      "PROVIDERS_FILE: expected a JSON file that can be read",
    ],
  ])("a PROVIDERS_FILE that %s is named", (_what, faults, expected) => {
    expect(faults()).toEqual([expected]);
  });
});
