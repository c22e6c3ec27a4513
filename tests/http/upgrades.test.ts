/** Requests that ask for a protocol that we do not speak, from the built product with one process and with workers. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "../support/product";

const ASKS = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"];

describe.each([{ WORKERS: "1" }, { WORKERS: "2" }])("with $WORKERS", (env) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env });
  });
  afterAll(() => product.stop());

  /** What the connection answers to these bytes until it ends. */
  function say(...requests: string[]): Promise<string> {
    const { port, host } = new URL(product.url);
    return new Promise((resolve, reject) => {
      let heard = "";
      const text = requests.join("").replaceAll("HOST", host);
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.setEncoding("latin1").on("data", (data: string) => (heard += data));
      socket.on("close", () => resolve(heard)).on("error", reject);
    });
  }
  const request = (line: string, headers: string[], body = "") =>
    [`${line} HTTP/1.1`, "Host: HOST", ...headers, "", body].join("\r\n");
  const statuses = (heard: string) => heard.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => Number(line.slice(9)));

  test("a page is answered, and so is what follows on the connection", async () => {
    const heard = await say(request("GET /login", ASKS), request("GET /healthz", ["Connection: close"]));
    expect(statuses(heard)).toEqual([200, 200]);
    const other = await say(request("GET /nowhere", ["Connection: Upgrade, close", "Upgrade: websocket"]));
    expect(statuses(other)).toEqual([404]);
  });

  test("a body is read whole", async () => {
    const body = "_t=none&phone=0812345678";
    const form = ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`];
    const heard = await say(
      request("POST /login", [...ASKS, ...form], body),
      request("GET /healthz", ["Connection: close"]),
    );
    // The refusal is that of the form, which has been read for it.
    expect(statuses(heard)).toEqual([403, 200]);
  });

  test("a connection that breaks while it is asked for many protocols ends nothing", async () => {
    const pid = product.pid();
    const { port, host } = new URL(product.url);
    const text = request("GET /login", ASKS).replace("HOST", host).repeat(20);
    for (let number = 0; number < 150; number += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.write(text, () => socket.resetAndDestroy()));
        socket.on("error", () => undefined).on("close", () => resolve());
      });
    }
    expect(statuses(await say(request("GET /healthz", ["Connection: close"])))).toEqual([200]);
    expect(product.pid()).toBe(pid);
    expect(product.output()).not.toMatch(/"level":"fatal"/);
  });

  test("a connection that asks for another protocol again and again is closed", async () => {
    const heard = await say(request("GET /healthz", ASKS).repeat(200));
    expect(statuses(heard)?.length ?? 0).toBeLessThan(20);
  });

  test("the path of the sockets takes no other protocol", async () => {
    const heard = await say(request("GET /chat/socket/", ASKS), request("GET /healthz", ["Connection: close"]));
    expect(statuses(heard)).toEqual([400, 200]);
  });
});
