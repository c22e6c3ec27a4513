import { expect, test } from "vitest";
import { formatPercent } from "~/lib/percent";

test.each([
  [25, "25"],
  [33.3333333, "33.33"],
  [0.1 + 0.2, "0.3"],
  [12.5, "12.5"],
  [150, "150"],
])("%s per cent is shown as %s", (percent, shown) => {
  expect(formatPercent(percent)).toBe(shown);
});
