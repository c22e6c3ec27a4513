import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  json,
  redirect,
  type ActionFunctionArgs,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { Writable } from "node:stream";
import { createApp } from "../../server/app";
import { createCodes } from "../../server/codes/codes";
import { readConfig } from "../../server/config/config";
import type { LimitRule } from "../../server/context";
import { createLog } from "../../server/log";
import { openServices, type OpenOptions, type Services } from "../../server/services";

export const ORIGIN = "http://localhost:3000";
export const SECRET = "5f3c1d9ab27e4480c6f1e2d3047b9a5866cd10fe24a7b3958e71d2c04f9b6a13";
export const OLDER_SECRET = "b81e7f02c4d93a6e5510fb27d8c3e49a0672fd1b38e5a94c7d20b6f1e3885c4d";

export const MEMBER = { id: "member-1", name: "Somchai", currency: "BAHT" } as const;

type Handlers = { loader?: (args: LoaderFunctionArgs) => unknown; action?: (args: ActionFunctionArgs) => unknown };

/** Pages that answer with the context they got. They replace the real ones in tests of the middleware. */
function standIn(seen: { actions: string[] }): ServerBuild {
  const page = (args: LoaderFunctionArgs) => {
    const { context } = args;
    return json({
      locale: context.locale,
      member: context.member,
      token: context.csrfToken,
      path: context.path,
      flash: context.takeFlash(),
      draft: context.takeDraft(context.path),
      css: context.assets.css,
      script: context.assets.script,
    });
  };
  const acted = async ({ request, context }: ActionFunctionArgs) => {
    const fields = Object.fromEntries(await request.formData());
    if (fields.slow) await new Promise((resolve) => setTimeout(resolve, 100));
    seen.actions.push(new URL(request.url).pathname);
    return json({ fields, member: context.member?.id });
  };
  const routes: Record<string, Handlers & { page?: true }> = {
    login: {
      page: true,
      loader: page,
      action: async ({ request, context }) => {
        const form = await request.formData();
        const username = String(form.get("username"));
        const attempt = await context.tryLogin(username);
        if (attempt.wait !== null) return json({ wait: attempt.wait });
        const answers = { right: "right", down: "none" } as const;
        const answer = answers[String(form.get("password")) as keyof typeof answers] ?? "wrong";
        await attempt.end(answer);
        if (answer !== "right") return json({ [answer]: true });
        await context.session.signIn(
          { ...MEMBER, id: String(form.get("member") ?? MEMBER.id) },
          String(form.get("bearer") ?? "token-1"),
          form.has("remember"),
        );
        return redirect(context.safeRedirect(new URL(request.url).searchParams.get("nextUrl")), 303);
      },
    },
    register: { page: true, loader: page },
    logout: {
      action: async ({ context }) => {
        if (!(await context.session.signOut())) context.flash({ tone: "warn", text: "login:copiesEndLater" });
        return redirect("/login", 303);
      },
    },
    language: {
      action: async ({ context, request }) => {
        const form = await request.formData();
        context.setLocale(String(form.get("locale")) as "th");
        context.flash({ tone: "good", text: "common:saved" });
        return redirect("/login", 303);
      },
    },
    "user/home": { page: true, loader: page },
    "user/transfer": {
      page: true,
      loader: ({ context }) =>
        json({ draft: context.takeDraft("/user/transfer"), token: context.csrfToken, member: context.member }),
      action: acted,
    },
    "user/gone": {
      page: true,
      loader: ({ context }) => {
        throw context.accountGone();
      },
    },
    "user/sessions": {
      page: true,
      loader: async ({ context }) => json({ all: await context.session.all(), token: context.csrfToken }),
      action: async ({ context }) => json({ ended: await context.session.endOthers() }),
    },
    "user/profile/password": {
      page: true,
      loader: page,
      action: async ({ context }) => json({ ended: await context.session.renew() }),
    },
    "user/slips": {
      page: true,
      loader: ({ context }) => json(context.upload, { status: context.upload?.status ?? 200 }),
    },
    headers: { page: true, loader: ({ request }) => json(Object.fromEntries(request.headers)) },
    limit: {
      page: true,
      loader: page,
      action: async ({ request, context }) => {
        const { rule, key } = Object.fromEntries(await request.formData());
        return json({ wait: await context.limit(rule as LimitRule, String(key)) });
      },
    },
    elsewhere: { loader: () => redirect("//evil.example/") },
    broken: {
      loader: () => {
        throw new Error("canary-secret-in-an-error");
      },
    },
    "*": {
      loader: () => {
        throw new Response(null, { status: 404 });
      },
    },
    long: { loader: () => json({ text: "สวัสดี ".repeat(500) }) },
  };
  const paths = Object.keys(routes);
  const manifest = (id: string) => [id, { id, path: id, module: "", hasLoader: true, hasAction: true }];
  /** Answers with the data of the loader or action. */
  const render = (
    _request: Request,
    status: number,
    headers: Headers,
    { staticHandlerContext: { actionData, loaderData } }: EntryContext,
  ) => {
    headers.set("Content-Type", "application/json");
    return new Response(JSON.stringify(Object.values(actionData ?? loaderData)[0] ?? null), { status, headers });
  };
  return {
    routes: Object.fromEntries(
      Object.entries(routes).map(([path, { loader, action, page }]) => [
        path,
        { id: path, path, parentId: undefined, module: { loader, action, default: page && (() => null) } },
      ]),
    ),
    entry: { module: { default: render, handleError: () => undefined } },
    assets: {
      entry: { imports: [], module: "" },
      routes: Object.fromEntries(paths.map(manifest)),
      url: "",
      version: "",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    isSpaMode: false,
    future: {},
  } as unknown as ServerBuild;
}

export const ASSETS = {
  css: { href: "/assets/styles-abc.css", hash: "abc", text: "body{margin:0}" },
  script: { href: "/assets/enhance-def.js" },
  chat: null,
  files: new Map([
    [
      "/assets/styles-abc.css",
      {
        type: "text/css; charset=utf-8",
        plain: Buffer.from("body{margin:0}"),
        br: Buffer.from("BR"),
        gzip: Buffer.from("GZ"),
      },
    ],
  ]),
};

export interface TestApp {
  server: Server;
  services: Services;
  /** Paths of the actions that ran. */
  actions: string[];
  /** Lines of the log. */
  lines: string[];
  /** Advances the clock of sessions and cookies, in milliseconds. */
  sleep(ms: number): void;
  close(): Promise<void>;
}

/**
 * One code reader for all apps of a process, because its worker takes seconds to start from the source. It waits long
 * enough for any machine.
 */
const codes = { ...createCodes({ slipPatienceMs: 60_000 }), close: async () => {} };

/** Starts the app with replaced pages, on a free port, with its own data folder. */
export async function startApp(env: Record<string, string> = {}, options: Partial<OpenOptions> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "wallet-http-"));
  let offset = 0;
  const actions: string[] = [];
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(...String(chunk).trim().split("\n")), done()) });
  const config = readConfig({
    PUBLIC_ORIGIN: ORIGIN,
    SESSION_SECRET: SECRET,
    DATA_DIR: dataDir,
    NODE_ENV: "test",
    ...env,
  });
  const { services, close } = await openServices({
    config,
    log: createLog("info", sink),
    codes,
    assets: ASSETS,
    build: standIn({ actions }),
    publicFolder: join(import.meta.dirname, "../../public"),
    operatorUrl: config.operatorUrl ?? "http://127.0.0.1:9",
    now: () => Date.now() + offset,
    ...options,
  });
  const server = createServer(createApp(services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    services,
    actions,
    lines,
    sleep: (ms) => {
      offset += ms;
    },
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      await services.engine.drain();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;
