import { expect, test } from "vitest";
import { lineOf } from "../../app/features/contact/support";
import { plainLines } from "../../app/lib/plain-text";

test("the operator's contact text is converted to lines without markup", () => {
  expect(plainLines("<p>Call us &amp; ask</p><div>Every day<br>08:00</div><script>x</script>")).toEqual([
    "Call us & ask",
    "Every day",
    "08:00",
    "x",
  ]);
});

test("only https URLs become links", () => {
  const linked = (lineLink: string) => lineOf({ lineLink, lineName: "@kram", contactText: "", lineQR: "" });
  expect(linked("https://line.me/x")).toEqual({ href: "https://line.me/x", name: "@kram" });
  for (const link of ["javascript:alert(1)", "http://line.me", "line.me", ""]) expect(linked(link)).toBeNull();
});
