import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import request, { type Response } from "supertest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, portOf, startApp, type TestApp } from "./app";
import { browser, FROM_OWN_PAGE, setCookies } from "./client";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SANDBOX_PORT: "0" });
});
afterAll(() => app.close());

const ask = (path: string) => request(app.server).get(path);

/** Sends raw bytes and returns the whole answer. `late` is sent a moment after the rest. */
function raw(text: string, late = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(app.server), "127.0.0.1", () => {
      socket.write(text);
      if (late) setTimeout(() => socket.write(late), 50);
    });
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
      socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test.each([
  ["the stylesheet", "/assets/styles-abc.css", 200],
  ["an asset that is gone", "/assets/styles-old.css", 404],
])("%s has only the headers that apply to a file", async (_, path, status) => {
  const answer = await ask(path).set("Accept-Encoding", "identity");
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(answer.headers).not.toHaveProperty("content-security-policy");
});

describe("every page has the security headers, whatever its status", () => {
  const answers: [string, () => Promise<Response>, number][] = [
    ["a page", () => ask("/register"), 200],
    ["a redirect", () => ask("/user/home"), 303],
    ["a refused form", () => browser(app).post("/register", {}), 403],
    ["nothing there", () => ask("/nothing"), 404],
    ["a failure", () => ask("/broken"), 500],
    ["a wrong method", () => request(app.server).delete("/user/home"), 405],
    ["a form that is too large", () => browser(app).post("/register", { a: "x".repeat(9000) }), 413],
    ["a body that is no form", () => request(app.server).post("/register").set(FROM_OWN_PAGE).send({ a: 1 }), 415],
    ["health", () => ask("/healthz"), 200],
  ];
  test.each(answers)("%s", async (_, answer, status) => {
    const { headers, status: got } = await answer();
    expect(got).toBe(status);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none';script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/,
    );
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{4}$/),
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("etag");
    if (status !== 200) expect(headers["cache-control"]).toBe("no-store");
  });

  test("the content security policy is the designed one", async () => {
    const configured = await startApp({
      PUBLIC_ORIGIN: "https://wallet.example",
      IMAGE_HOSTS: "img.example",
      HOWTO_VIDEOS: JSON.stringify({
        wallet: { src: "https://video.example/v/1.mp4", poster: "https://poster.example/1.jpg", bytes: 1, seconds: 1 },
      }),
    });
    const { headers } = await request(configured.server).get("/register");
    expect(headers["content-security-policy"]!.replace(/nonce-[^']+/g, "nonce-N").split(";")).toEqual([
      "default-src 'none'",
      "script-src 'nonce-N' 'strict-dynamic'",
      "style-src 'self' 'nonce-N'",
      "img-src 'self' data: https://img.example https://poster.example",
      "media-src 'self' https://video.example",
      "connect-src 'self' wss://wallet.example",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types app markup",
      "report-uri /csp",
    ]);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    await configured.close();
  });

  test.each<[string, Record<string, string>, string]>([
    ["the sandbox outside production: its desk only", { NODE_ENV: "development" }, "http://localhost:3001"],
    ["the sandbox in production: nobody", { NODE_ENV: "production", SANDBOX: "1" }, "'none'"],
    [
      "another operator's test system: nobody",
      { NODE_ENV: "development", TEST_SYSTEM: "1", OPERATOR_API_URL: "http://localhost:4000" },
      "'none'",
    ],
  ])("who may frame pages, %s", async (_case, env, ancestors) => {
    const configured = await startApp({ PUBLIC_ORIGIN: "http://localhost:3000", ...env });
    for (const path of ["/register", "/user/home", "/nothing", "/broken"]) {
      const { headers } = await request(configured.server).get(path);
      expect(headers["content-security-policy"]!.split(";")).toContain(`frame-ancestors ${ancestors}`);
      expect(headers["x-frame-options"]).toBe(ancestors === "'none'" ? "DENY" : undefined);
    }
    // The chat opens over other pages of this site.
    for (const path of ["/chat", "/chat?at=1", "/user/chat", "/login"]) {
      const { headers } = await request(configured.server).get(path);
      const own = ["'self'", ...(ancestors === "'none'" ? [] : [ancestors])].join(" ");
      expect(headers["content-security-policy"]!.split(";")).toContain(`frame-ancestors ${own}`);
      expect(headers["x-frame-options"]).toBe(ancestors === "'none'" ? "SAMEORIGIN" : undefined);
    }
    await configured.close();
  });

  test("every answer has a new nonce, and there is no HSTS over http", async () => {
    const [first, second] = [await ask("/login"), await ask("/login")];
    expect(first.headers["content-security-policy"]).not.toBe(second.headers["content-security-policy"]);
    expect(first.headers).not.toHaveProperty("strict-transport-security");
  });
});

describe("only documents are served", () => {
  test.each([
    "/login?_data=login",
    "/login?a=1&_data=routes%2Flogin",
    "/login.data",
    "/__manifest?p=/login",
    "/__MANIFEST",
  ])("%s is 404", async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect((await browser(app).post(path, { a: "1" })).status).toBe(404);
  });

  test.each(["put", "patch", "delete", "options"] as const)("%s is 405", async (method) => {
    const answer = await request(app.server)[method]("/user/transfer").set(FROM_OWN_PAGE);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD, POST");
  });
});

describe("invalid requests are refused without a server error", () => {
  test.each([
    ["an address of 3,000 characters", () => ask(`/login?a=${"x".repeat(3000)}`), 414],
    ["a path that cannot be decoded", () => ask("/%E0%A4%A"), 404],
    ["a path with a doubled slash", () => ask("//user/home"), 404],
    ["forty-one fields", () => postFields(41), 400],
    ["one field twice", () => postText("a=1&a=2"), 400],
    ["a packed body", () => postText("a=1", { "Content-Encoding": "gzip" }), 415],
    ["a form as plain text", () => postText("a=1", { "Content-Type": "text/plain" }), 415],
    ["an upload", () => request(app.server).post("/login").set(FROM_OWN_PAGE).field("a", "1"), 415],
  ])("%s", async (_, answer, status) => {
    expect((await answer()).status).toBe(status);
  });

  test("forty fields are accepted", async () => {
    expect((await postFields(40)).status).toBe(403);
  });

  test.each([
    ["a host that is none", "GET /login HTTP/1.1\r\nHost: a b\r\n\r\n", 400],
    ["no host", "GET /login HTTP/1.1\r\n\r\n", 400],
    ["a whole address", "GET http://evil.example/login HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    [
      "a form without its length",
      "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=1\r\n0\r\n\r\n",
      411,
    ],
    ["two lengths", "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400],
    ["TRACE", "TRACE /login HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
  ])("%s", async (_, bytes, status) => {
    expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("a form that arrives in pieces reaches its action completely", async () => {
    const member = browser(app);
    await member.signIn();
    const _t = await member.token("/user/home");
    const body = new URLSearchParams({ _t, note: "ส่งเป็นสองท่อน" }).toString();
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const head = [
      "POST /user/transfer HTTP/1.1",
      `Host: ${new URL(ORIGIN).host}`,
      `Origin: ${ORIGIN}`,
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${cookie}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ].join("\r\n");
    const answer = await raw(`${head}\r\n\r\n${body.slice(0, 20)}`, body.slice(20));
    expect(answer).toContain("ส่งเป็นสองท่อน");
  });

  test("a foreign Host header changes nothing in the answer", async () => {
    const answer = await ask("/user/home").set({ Host: "evil.example", "X-Forwarded-Host": "evil.example" });
    expect(answer.headers.location).toBe("/login?nextUrl=%2Fuser%2Fhome");
  });

  test("redirects to other sites are blocked", async () => {
    const answer = await ask("/elsewhere");
    expect(answer.status).toBe(500);
    expect(answer.headers).not.toHaveProperty("location");
  });

  test.each(["/elsewhere", "/broken"])("a server error logs one line above info (%s)", async (path) => {
    const before = app.lines.length;
    const { status, headers } = await ask(path);
    expect(status).toBe(500);
    const own = app.lines.slice(before).map((line) => JSON.parse(line) as { level: string; requestId: string });
    expect(own.filter(({ level }) => level !== "info")).toMatchObject([
      { level: "error", requestId: headers["x-request-id"] as string },
    ]);
  });

  test("an error page shows the reference in the log, and no details", async () => {
    const answer = await ask("/broken");
    expect(answer.text).not.toContain("canary");
    const reference = /<code>([\w-]+)<\/code>/.exec(answer.text)?.[1];
    expect(app.lines.some((line) => line.includes(reference!) && line.includes('"status":500'))).toBe(true);
  });

  const postText = (text: string, headers: Record<string, string> = {}) =>
    request(app.server)
      .post("/login")
      .set({ ...FROM_OWN_PAGE, "Content-Type": "application/x-www-form-urlencoded", ...headers })
      .send(text);
  const postFields = (count: number) => postText(Array.from({ length: count }, (_, at) => `f${at}=1`).join("&"));
});

describe("compression", () => {
  const get = (path: string, accepted: string) =>
    ask(path)
      .set("Accept-Encoding", accepted)
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => done(null, Buffer.concat(chunks)));
      });

  test("a page has the browser's preferred encoding, and its length", async () => {
    const plain = await get("/long", "identity");
    expect(plain.headers).not.toHaveProperty("content-encoding");
    // supertest decompresses only when it parses the body itself, so these are the transferred bytes.
    for (const [accepted, unpack] of [
      ["gzip, deflate, br", brotliDecompressSync],
      ["gzip", gunzipSync],
      ["br;q=0, gzip", gunzipSync],
    ] as const) {
      const packed = await rawBody("/long", accepted);
      expect(packed.length).toBe(packed.declared);
      expect(unpack(packed.body).equals(plain.body as Buffer)).toBe(true);
    }
  });

  test("small answers are not compressed", async () => {
    const answer = await get("/healthz", "br");
    expect(answer.headers).not.toHaveProperty("content-encoding");
  });

  test("the stylesheet is precompressed, cached for a year, and sets the cookie that stops inlining", async () => {
    const { body, headers } = await rawBody("/assets/styles-abc.css", "br");
    expect(body.toString()).toBe("BR");
    expect(headers).toMatch(/cache-control: public, max-age=31536000, immutable/i);
    const guest = browser(app);
    expect((await guest.get("/login")).body.css).toBe("body{margin:0}");
    await guest.get("/assets/styles-abc.css", { "Accept-Encoding": "identity" });
    expect((await guest.get("/login")).body.css).toBeNull();
  });

  test("with Save-Data or in lite mode there is no script", async () => {
    expect((await ask("/login")).body.script).toBe("/assets/enhance-def.js");
    expect((await ask("/login").set("Save-Data", "on")).body.script).toBeNull();
    expect((await ask("/login").set("Cookie", "l=1")).body.script).toBeNull();
  });
});

test("pages get no cookie, no token, and no header of a proxy", async () => {
  const member = browser(app);
  await member.signIn();
  const answer = await member.get("/headers", {
    Cookie: `s=${member.cookies.get("s")}; other=canary`,
    Authorization: "Bearer canary",
    Forwarded: "for=203.0.113.9",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    Accept: "text/html",
  });
  expect(answer.body).toMatchObject({ accept: "text/html", host: new URL(ORIGIN).host });
  const strange = Object.keys(answer.body as object).filter((name) =>
    /cookie|authorization|forwarded|connection|upgrade|^te$/.test(name),
  );
  expect(strange).toEqual([]);
});

test.each([
  ["a page", "/login", "br"],
  ["a page that is not compressed", "/login", "identity"],
  ["the stylesheet", "/assets/styles-abc.css", "br"],
  ["the stylesheet that is not compressed", "/assets/styles-abc.css", "identity"],
])("%s tells caches that it depends on the accepted encoding", async (_, path, encoding) => {
  const { headers } = await ask(path).set("Accept-Encoding", encoding);
  expect(headers.vary).toMatch(/(^|, *)Accept-Encoding(,|$)/i);
});

test("CSP reports are logged", async () => {
  const report = {
    "csp-report": {
      "effective-directive": "img-src",
      "blocked-uri": "https://evil.example/x?secret=1",
      "document-uri": `${ORIGIN}/user/home?a=b`,
    },
  };
  const answer = await request(app.server).post("/csp").type("application/csp-report").send(JSON.stringify(report));
  expect(answer.status).toBe(204);
  const line = app.lines.find((one) => one.includes("content blocked"))!;
  expect(JSON.parse(line)).toMatchObject({ directive: "img-src", blocked: "https://evil.example", page: "/user/home" });
  expect((await request(app.server).post("/csp").type("json").send("{")).status).toBe(400);
});

test("the log has one JSON object per line, without queries, tokens or phone numbers", async () => {
  await ask("/login?token=canary-query&x=%0d%0ainjected");
  app.services.log.info(
    { username: "0812345678", deep: { password: "canary-a", list: [{ bankAccountNo: "canary-b" }] } },
    "to 0898765432 Bearer canary-c",
  );
  const text = app.lines.join("\n");
  for (const line of app.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  for (const secret of ["canary-query", "canary-a", "canary-b", "canary-c", "0812345678", "0898765432"])
    expect(text).not.toContain(secret);
});

test("redirects set cookies, too", async () => {
  const answer = await ask("/user/home");
  expect(setCookies(answer).some((line) => line.startsWith("p="))).toBe(true);
});

/** Headers and body as transferred. */
function rawBody(path: string, accepted: string) {
  return new Promise<{ headers: string; body: Buffer; length: number; declared: number }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(portOf(app.server), "127.0.0.1", () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
      ),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      const headers = all.subarray(0, end).toString();
      const body = all.subarray(end + 4);
      resolve({ headers, body, length: body.length, declared: Number(/content-length: (\d+)/i.exec(headers)?.[1]) });
    });
  });
}
