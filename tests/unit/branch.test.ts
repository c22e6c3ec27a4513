import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { branchesOf, onlyRoutes } from "../../server/pages/branch";

const route = (id: string, parentId?: string, path?: string, index?: true) => ({ id, parentId, path, index });
const all = [
  route("root"),
  route("guest", "root"),
  route("start", "guest", undefined, true),
  route("login", "guest", "login"),
  route("member", "root", "user"),
  route("home", "member", "home"),
  route("game", "member", "games/:code"),
  route("old", "root", "login"),
  route("lost", "root", "*"),
];
const routes = Object.fromEntries(all.map((one) => [one.id, one])) as unknown as ServerBuild["routes"];

test("a page is answered with its own routes alone, unless another could answer it", () => {
  expect(Object.fromEntries(branchesOf(routes))).toEqual({
    "/": ["start", "guest", "root"],
    "/user/home": ["home", "member", "root"],
  });
  const build = { routes, assets: { routes, version: "1" }, basename: "/" } as unknown as ServerBuild;
  const { home, member, root } = routes;
  const own = { home, member, root };
  expect(onlyRoutes(build, ["home", "member", "root"])).toEqual({
    ...build,
    routes: own,
    assets: { routes: own, version: "1" },
  });
});
