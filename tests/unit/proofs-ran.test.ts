import { join } from "node:path";
import { expect, test } from "vitest";
import { runsOf, unproved } from "../../bin/proofs-ran";
import { root } from "../support/root";

const unit = {
  testResults: [
    {
      name: join(root, "tests/unit/a.test.ts"),
      assertionResults: [
        { title: "holds", status: "passed", failureMessages: [] },
        { title: "holds at last", status: "passed", failureMessages: ["not yet"] },
        { title: "breaks", status: "failed" },
        { title: "waits", status: "pending" },
      ],
    },
  ],
};
const journeys = {
  suites: [
    {
      file: "b.spec.ts",
      specs: [
        { title: "goes well @main", tests: [{ status: "expected" }, { status: "expected" }] },
        { title: "goes wrong once", tests: [{ status: "expected" }, { status: "unexpected" }] },
        { title: "goes well at last", tests: [{ status: "flaky" }] },
        { title: "is left out", tests: [{ status: "skipped" }] },
      ],
      suites: [{ file: "b.spec.ts", specs: [{ title: "goes deep", tests: [{ status: "expected" }] }] }],
    },
  ],
};

test("a proof that did not run, was left out, or failed in any of its runs proves nothing", () => {
  const runs = [unit, journeys].flatMap(runsOf);
  const of = (titles: string[], path: string) => titles.map((title) => `${path}: ${title}`);
  const good = [
    ...of(["holds", "holds at last"], "tests/unit/a.test.ts"),
    ...of(["goes well", "goes well at last", "goes deep"], "tests/e2e/b.spec.ts"),
  ];
  const bad = [
    ...of(["breaks", "waits", "is gone"], "tests/unit/a.test.ts"),
    ...of(["goes wrong once", "is left out", "holds"], "tests/e2e/b.spec.ts"),
  ];
  expect(unproved([...good, ...bad], runs)).toEqual(bad);
});

test("what passed only at its second try is known", () => {
  const retried = [unit, journeys].flatMap(runsOf).filter((run) => run.retried);
  expect(retried.map(({ named }) => named)).toEqual([
    "tests/unit/a.test.ts: holds at last",
    "tests/e2e/b.spec.ts: goes well at last",
  ]);
});
