/** The table of security requirements names only what exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { render, requirements, written } from "../../bin/asvs";
import { root } from "../support/root";

const all = requirements();
const QUOTES = ['"', "'", "`"];

describe("the table of security requirements", () => {
  test("is up to date (npm run asvs)", async () => expect(written()).toBe(await render(all)));

  test("has every requirement of levels 1 and 2 once, in order", () => {
    const ids = all.map(({ id }) => id);
    expect(ids).toHaveLength(253);
    const parts = (id: string) => id.split(".").reduce((sum, part) => sum * 100 + Number(part), 0);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => parts(a) - parts(b)));
    expect(all.filter(({ level }) => level === 1)).toHaveLength(70);
  });

  test("says of each, in ten words at most, how it is held: by something, or why not", () => {
    const unclear = all.filter(({ about, tests, code, exception, date, notApplicable }) => {
      const ways = [tests ?? code, exception, notApplicable].filter((way) => way?.length);
      return (
        ways.length !== 1 ||
        (exception !== undefined) !== /^\d{4}-\d\d-\d\d$/.test(date ?? "") ||
        about.split(" ").length > 10
      );
    });
    expect(unclear).toEqual([]);
  });

  test("names only tests that exist", () => {
    const isThere = (named: string) => {
      const [path = "", name = ""] = named.split(/: (.*)/s);
      if (!existsSync(join(root, path))) return false;
      const text = readFileSync(join(root, path), "utf8");
      return QUOTES.some((quote) => text.includes(quote + name + quote));
    };
    expect(all.flatMap(({ tests = [] }) => tests).filter((named) => !isThere(named))).toEqual([]);
  });

  test("names only files that exist", () => {
    expect(all.flatMap(({ code = [] }) => code).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
