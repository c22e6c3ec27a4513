import { expect, test } from "vitest";
import { formatRecent } from "../../app/lib/dates";
import { KEPT_MS, MAX_ENTRIES, MAX_GAMES, processLastKnown } from "../../server/session/last-known";
import { noBus } from "../../server/workers/bus";

const BALANCE = { total: 3_00, wallet: 1_00, at: 5 };

test("a note changes what it gives, keeps the rest, and belongs to one member", async () => {
  const store = processLastKnown(() => 0, noBus);
  await store.note("m1", { balance: BALANCE });
  await store.note("m1", { refreshedAt: 7 });
  expect(await store.read("m1")).toEqual({ balance: BALANCE, refreshedAt: 7 });
  expect(await store.read("m2")).toEqual({});
});

test("what was noted more than a day ago is not known", async () => {
  let now = 0;
  const store = processLastKnown(() => now, noBus);
  await store.note("m", { refreshedAt: 7 });
  now = KEPT_MS - 1;
  expect(await store.read("m")).toEqual({ refreshedAt: 7 });
  now = KEPT_MS;
  expect(await store.read("m")).toEqual({});
  await store.note("m", { balance: BALANCE });
  expect(await store.read("m")).toEqual({ balance: BALANCE });
});

test("of too many members, those that came longest ago are forgotten", async () => {
  const store = processLastKnown(() => 0, noBus);
  await store.note("first", { refreshedAt: 1 });
  await store.note("second", { refreshedAt: 2 });
  await store.note("first", { balance: BALANCE });
  for (let count = 0; count < MAX_ENTRIES - 1; count += 1) await store.note(`m${count}`, { refreshedAt: 3 });
  expect(await store.read("second")).toEqual({});
  expect(await store.read("first")).toEqual({ refreshedAt: 1, balance: BALANCE });
});

test("the names of games are those that any member saw last, here or in another process", async () => {
  const told: [string, unknown][] = [];
  let hear: (news: unknown) => void = () => {};
  const bus = {
    tell: (topic: string, news: unknown) => void told.push([topic, news]),
    listen: <News>(topic: string, then: (news: News) => void) => {
      if (topic === "game-names") hear = then as typeof hear;
    },
  };
  const store = processLastKnown(() => 0, bus);
  await store.noteGames({ PG: "PG Soft", ODD: "" });
  await store.noteGames({ PG: "PG Soft" });
  hear({ JOKER: "Joker" });
  await store.noteGames({ JOKER: "Joker Gaming" });
  expect(await store.games()).toEqual({ PG: "PG Soft", JOKER: "Joker Gaming" });
  expect(told).toEqual([
    ["game-names", { PG: "PG Soft" }],
    ["game-names", { JOKER: "Joker Gaming" }],
  ]);
});

test("of more games than an operator has, no names are kept", async () => {
  const store = processLastKnown(() => 0, noBus);
  await store.noteGames({ PG: "PG Soft" });
  await store.noteGames(Object.fromEntries(Array.from({ length: MAX_GAMES }, (_, count) => [`G${count}`, "Game"])));
  expect(await store.games()).toEqual({ PG: "PG Soft" });
  await store.noteGames({ PG: "PG" });
  expect(await store.games()).toEqual({ PG: "PG" });
});

test.each([
  ["2026-11-22T07:02:59Z", "14:02"],
  ["2026-11-21T17:00:00Z", "00:00"],
  ["2026-11-21T16:59:59Z", "21/11 23:59"],
])("a time is shown with its date unless it is of the same day in the market's zone (%s: %s)", (at, text) =>
  expect(formatRecent(at, "2026-11-22T08:00:00Z", "Asia/Bangkok")).toBe(text),
);
