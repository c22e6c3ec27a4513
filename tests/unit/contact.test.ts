import { expect, test } from "vitest";
import { lineOf } from "../../app/features/contact/support";
import { titleOf } from "../../app/features/bonus/title";
import { plainLines } from "../../app/lib/plain-text";
import { cleanMarkup } from "../../server/pages/markup";

test("the operator's contact text is converted to lines without markup", () => {
  const lines = (html: string) => plainLines(cleanMarkup(html, []));
  expect(lines("<p>Call us &amp; ask</p><div>Every day<br>08:00</div><script>x</script>")).toEqual([
    "Call us & ask",
    "Every day",
    "08:00",
  ]);
  expect(
    lines("<style>h3{color:red}</style><!-- a > b --><h3>&#3650;&#3610;&#3609; &ndash; 50&percnt; &hellip;</h3>"),
  ).toEqual(["โบน – 50% …"]);
  expect(lines("<table><tr><td>Deposit</td><td>100</td></tr><tr><td>Get</td><td>50</td></tr></table>")).toEqual([
    "Deposit 100",
    "Get 50",
  ]);
});

test("a bonus has the name that its clean banner begins with, or its code", () => {
  const name = (html: string) =>
    titleOf({ code: "DAILY20", banners: [{ image: "", html }] }, (one) => cleanMarkup(one, []));
  expect(name("<script>track('view')</script><p>Friday &amp; bonus</p>")).toBe("Friday & bonus");
  expect(name("<style>p{}</style>")).toBe("DAILY20");
});

test("only https URLs become links", () => {
  const linked = (lineLink: string) => lineOf({ lineLink, lineName: "@kram", contactText: "", lineQR: "" });
  expect(linked("https://line.me/x")).toEqual({ href: "https://line.me/x", name: "@kram" });
  for (const link of ["javascript:alert(1)", "http://line.me", "line.me", ""]) expect(linked(link)).toBeNull();
});
