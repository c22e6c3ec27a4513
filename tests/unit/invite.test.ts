/** The invite code of a link, which the visitor's cookie keeps. */
import { expect, test } from "vitest";
import { inviteOf, newVisitor } from "../../server/session/visitor";
import type { Visitor } from "../../server/session/visitor";

const DAY = 24 * 3_600_000;
const START = Date.UTC(2026, 10, 20);

/** The invite of a visitor, `days` after the first visit. */
function visitorOf(value: Visitor = newVisitor(START)) {
  const slot = { value, before: null } as unknown as Parameters<typeof inviteOf>[0];
  return { after: (days: number) => inviteOf(slot, START + days * DAY), slot };
}

test("the first code holds for 30 days, whatever links follow", () => {
  const { after } = visitorOf();
  after(0).store("PR1");
  after(10).store("PR2");
  expect(after(29).read()).toEqual({ code: "PR1", until: START + 30 * DAY });
  expect(after(30).read()).toBeNull();
});

test("after that, or after the registration, another code is kept", () => {
  const { after } = visitorOf();
  after(0).store("PR1");
  after(31).store("PR2");
  expect(after(31).read()).toMatchObject({ code: "PR2" });
  after(32).clear();
  expect(after(32).read()).toBeNull();
  after(32).store("PR3");
  expect(after(32).read()).toMatchObject({ code: "PR3", until: START + 62 * DAY });
});

test("a code from before it had a time counts from the visitor's last renewal", () => {
  expect(visitorOf({ id: "v", at: START, invite: "PR1" }).after(1).read()).toMatchObject({ until: START + 30 * DAY });
});
