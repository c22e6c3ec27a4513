import { expect, test } from "vitest";
import { routeNames } from "../../server/http/route-names";

const route = (id: string, path?: string, parentId?: string) => [id, { id, path, parentId }];
const nameOf = routeNames({
  routes: Object.fromEntries([
    route("root", ""),
    route("index", undefined, "root"),
    route("user", "user", "root"),
    route("receipt", "receipt/:id", "user"),
    route("home", "home", "user"),
    route("manifest", "manifest.webmanifest", "root"),
    route("rest", "*", "root"),
  ]),
} as never);

test.each([
  ["/", "/"],
  ["/user/home", "/user/home"],
  ["/user/receipt/7KM2QX94TD", "/user/receipt/:id"],
  ["/manifest.webmanifest", "/manifest.webmanifest"],
  ["/readyz", "/readyz"],
  ["/assets/styles-abc.css", "/assets"],
])("%s is the route %s", (path, name) => expect(nameOf(path)).toBe(name));

test("what a visitor makes up has one name, however much it is", () => {
  const names = Array.from({ length: 3_000 }, (_, at) => nameOf(`/made-up/${at}`));
  expect(new Set(names)).toEqual(new Set(["other"]));
  expect(nameOf("/user/receipt/a/b")).toBe("other");
  expect(nameOf("/manifestxwebmanifest")).toBe("other");
});
