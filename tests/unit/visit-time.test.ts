import { describe, expect, test } from "vitest";
import { cookieJar } from "../../server/session/cookies";
import { PAUSE_MS, visitBegan } from "../../server/session/visit-time";

const SIGNED_IN = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;

/** Opens pages at these minutes after the sign-in. @returns when the visit of the last one began, in minutes after it */
function visit(...minutes: number[]) {
  let cookie = "";
  let began = NaN;
  for (const minute of minutes) {
    const jar = cookieJar(cookie, false);
    began = visitBegan(jar, SIGNED_IN + minute * MINUTE, SIGNED_IN);
    cookie = jar.changes()[0]?.split(";")[0] ?? cookie;
  }
  return (began - SIGNED_IN) / MINUTE;
}

describe("the time on this site", () => {
  test("begins with the sign-in", () => {
    expect(visit(0)).toBe(0);
    expect(visit(4)).toBe(0);
    expect(visit(4, 20, 45, 70)).toBe(0);
  });

  test("begins again after a pause", () => {
    expect(visit(4, 20, 20 + PAUSE_MS / MINUTE)).toBe(50);
    expect(visit(4, 600, 620)).toBe(600);
  });

  test("is written only now and then", () => {
    const jar = cookieJar("", false);
    visitBegan(jar, SIGNED_IN + MINUTE, SIGNED_IN);
    expect(jar.changes()).toEqual([]);
  });

  test.each(["v=zz", "v=.", "v=zzzzzzzzz.0", "v=1.2", "v=-5.-5"])(
    "is that of the sign-in with the cookie %s",
    (cookie) => {
      expect(visitBegan(cookieJar(cookie, false), SIGNED_IN + MINUTE, SIGNED_IN)).toBe(SIGNED_IN);
    },
  );

  test("of a member who has just signed in does not go on from the one before", () => {
    const jar = cookieJar(`v=${(SIGNED_IN / 1000).toString(36)}.${(SIGNED_IN / 1000 - 999).toString(36)}`, false);
    expect(visitBegan(jar, SIGNED_IN, SIGNED_IN)).toBe(SIGNED_IN);
  });
});
