import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket, type SecureContext } from "node:tls";
import { selfSigned } from "./certificate";

/**
 * A fault of one request in the connection. Bytes are counted from the start or, if negative, from the end.
 * `request`: this many bytes of the request reach the operator, then the connection is reset.
 * `answer`: this many bytes of the answer come back, then the connection is reset.
 * `late`: the connection is reset, but the whole request arrives this many milliseconds later.
 * `twice`: the request arrives twice. Networks do not do that; it proves that the tests would notice it.
 */
export type Cut = { request: number } | { answer: number } | { late: number } | { twice: true };

/** Addresses with the proxy's port: nothing listens; nothing answers; a server with another certificate answers. */
export const PLACES = { refused: "127.0.0.2", silent: "127.0.0.3", stranger: "127.0.0.4" } as const;

export interface Proxy {
  port: number;
  /** The certificate that the product must trust. */
  certificate: string;
  /** Cuts the next request of this client that matches (`POST /api/wallet/transfer`). */
  arm(client: string, matches: RegExp, cut: Cut): void;
  /** Requests of this client on new connections, in order. All writes must use a new connection. */
  requests(client: string): readonly string[];
  close(): Promise<void>;
}

interface Head {
  /** Method and path. */
  what: string;
  client: string;
  /** Whether the request is complete. */
  isWhole(bytes: Buffer): boolean;
}

/** Starts a proxy between product (TLS) and operator (plain HTTP) that adds faults. */
export async function startProxy(host: string, target: number): Promise<Proxy> {
  const own = selfSigned(host);
  const armed: { client: string; matches: RegExp; cut: Cut }[] = [];
  const seen = new Map<string, string[]>();
  const open = new Set<Socket>();

  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
    return socket;
  };

  async function serve(raw: Socket, secureContext: SecureContext) {
    const inner = new TLSSocket(keep(raw), { isServer: true, secureContext });
    inner.on("error", () => raw.destroy());
    const begun = await readHead(inner);
    if (!begun) return void raw.destroy();
    const { head, bytes } = begun;
    seen.set(head.client, [...(seen.get(head.client) ?? []), head.what]);
    const fault = armed.find(({ client, matches }) => client === head.client && matches.test(head.what));
    if (!fault) return pass(inner, bytes, keep(connect(target, "127.0.0.1")));
    armed.splice(armed.indexOf(fault), 1);
    const { cut } = fault;
    const reset = () => void raw.resetAndDestroy();
    const whole = await readWhole(inner, bytes, head);
    const upstream = () => keep(connect(target, "127.0.0.1"));
    if ("late" in cut) {
      reset();
      setTimeout(() => upstream().end(whole), cut.late);
    } else if ("twice" in cut) {
      await readToEnd(upstream(), whole);
      pass(inner, whole, upstream());
    } else if ("request" in cut) {
      const part = whole.subarray(0, cut.request);
      const up = upstream();
      if (part.length > 0) up.write(part, () => setTimeout(() => up.resetAndDestroy(), 50));
      reset();
    } else {
      const answer = await readToEnd(upstream(), whole);
      const part = answer.subarray(0, cut.answer);
      if (part.length > 0) inner.write(part, () => setTimeout(reset, 20));
      else reset();
    }
  }

  const context = createSecureContext(own);
  const front = createServer((raw) => void serve(raw, context).catch(() => raw.destroy()));
  const port = await listen(front, 0, "127.0.0.1");
  const silent = createServer(keep);
  await listen(silent, port, PLACES.silent);
  const foreign = createSecureContext(selfSigned(host));
  const stranger = createServer((raw) => void serve(raw, foreign).catch(() => raw.destroy()));
  await listen(stranger, port, PLACES.stranger);

  return {
    port,
    certificate: own.cert,
    arm: (client, matches, cut) => void armed.push({ client, matches, cut }),
    requests: (client) => seen.get(client) ?? [],
    async close() {
      const closed = [front, silent, stranger].map((server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function pass(inner: TLSSocket, begun: Buffer, upstream: Socket) {
  upstream.write(begun);
  inner.pipe(upstream);
  upstream.pipe(inner);
  inner.on("close", () => upstream.destroy());
  upstream.on("close", () => inner.end());
}

const END = "\r\n\r\n";
/** The end of a chunked body. The sandbox's slips do not contain these bytes. */
const LAST_CHUNK = "\r\n0\r\n\r\n";

function headOf(bytes: Buffer): Head | null {
  const end = bytes.indexOf(END);
  if (end < 0) return null;
  const text = bytes.subarray(0, end).toString("latin1");
  const [method, path] = text.split(" ", 2);
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(text)?.[1];
  return {
    what: `${method} ${path}`,
    client: field("x-forwarded-for") ?? "",
    isWhole: (all) =>
      field("transfer-encoding") === "chunked"
        ? all.subarray(end + END.length).includes(LAST_CHUNK)
        : all.length >= end + END.length + Number(field("content-length") ?? 0),
  };
}

/** Reads the head of a request; null if the other side disconnects before. */
function readHead(socket: Socket): Promise<{ head: Head; bytes: Buffer } | null> {
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const more = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const head = headOf(bytes);
      if (!head) return;
      socket.off("data", more);
      socket.pause();
      resolve({ head, bytes });
    };
    socket.on("data", more).once("close", () => resolve(null));
  });
}

/** Reads the whole request. */
function readWhole(socket: Socket, begun: Buffer, { isWhole }: Head): Promise<Buffer> {
  let bytes = begun;
  return new Promise((resolve) => {
    const check = () => isWhole(bytes) && resolve(bytes);
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      check();
    });
    socket.resume();
    check();
  });
}

function readToEnd(socket: Socket, request: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.write(request);
  return new Promise((resolve) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("close", () => resolve(Buffer.concat(chunks)));
  });
}
