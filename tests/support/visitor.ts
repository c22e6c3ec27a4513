import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as secureRequest, type RequestOptions } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { formWith } from "./html";

/** An answer as it was transferred. */
export interface Answer {
  /** Path and query of the request. */
  path: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, decompressed. */
  text: string;
  /** Bytes received: status line, headers and compressed body. */
  wireBytes: number;
  /** Bytes of the compressed body alone. */
  bodyBytes: number;
  /** The cookies of the request. */
  cookies: ReadonlyMap<string, string>;
}

/** A file in a form. */
export interface FormFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** The fields of a form; with a file, they are sent as `multipart/form-data`. */
export type Fields = Readonly<Record<string, string | FormFile>>;

const MAX_REDIRECTS = 5;

/** A simple browser that stores cookies, fills forms, follows redirects and counts the bytes it receives. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  /**
   * `headersOf`: additional headers of each request; undefined removes a header.
   * `ca`: a certificate to trust, in PEM.
   */
  constructor(
    readonly origin: string,
    private readonly encoding = "br",
    private readonly headersOf: (method: "GET" | "POST") => Record<string, string | undefined> = () => ({}),
    private readonly ca?: string,
  ) {}

  /** Opens a page and follows redirects. */
  async get(path: string): Promise<Answer> {
    return this.follow(await this.send("GET", path));
  }

  /** Posts fields like a form of this site and follows redirects. */
  async post(path: string, fields: Fields): Promise<Answer> {
    return this.follow(await this.send("POST", path, fields));
  }

  /** Fills the form with these fields on a page, keeps its other values, sends it and follows redirects. */
  async submit(page: Answer, fields: Fields): Promise<Answer> {
    const form = formWith(page.text, Object.keys(fields));
    if (!form) throw new Error(`${page.path} (${page.status}) has no form with ${Object.keys(fields).join(", ")}`);
    return this.post(form.action ?? page.path, { ...form.values, ...fields });
  }

  /**
   * Fills the first form that has one of the fields in `answers` and sends it. Lists that are not in `answers` get
   * their first choice.
   * @returns null if there is no such form
   */
  async complete(page: Answer, answers: Record<string, string>): Promise<Answer | null> {
    const form = Object.keys(answers)
      .map((field) => formWith(page.text, [field]))
      .find(Boolean);
    if (!form) return null;
    const known = Object.entries(answers).filter(([name]) => form.names.includes(name));
    const filled = Object.fromEntries(
      Object.entries(form.values).map(([name, value]) => [name, value || (form.choices[name] ?? "")]),
    );
    return this.post(form.action ?? page.path, { ...filled, ...Object.fromEntries(known) });
  }

  /** Sends one request and does not follow redirects. */
  send(method: "GET" | "POST", path: string, fields?: Fields): Promise<Answer> {
    const cookies = new Map(this.cookies);
    const { headers, body } = this.compose(method, fields);
    return new Promise((resolve, reject) => {
      const outgoing = this.open(path, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          for (const cookie of response.headers["set-cookie"] ?? []) this.keep(cookie);
          const raw = Buffer.concat(chunks);
          resolve({
            path,
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: decode(raw, response.headers["content-encoding"]),
            wireBytes: outgoing.socket?.bytesRead ?? 0,
            bodyBytes: raw.length,
            cookies,
          });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  /** Posts fields and disconnects after `afterMs`, even without an answer. */
  leave(path: string, fields: Fields, afterMs: number): Promise<void> {
    const { headers, body } = this.compose("POST", fields);
    const outgoing = this.open(path, { method: "POST", headers });
    outgoing.on("error", () => undefined).end(body);
    return new Promise((resolve) => {
      setTimeout(() => {
        outgoing.destroy();
        resolve();
      }, afterMs);
    });
  }

  private open(path: string, options: RequestOptions, answered?: (response: IncomingMessage) => void) {
    const request = this.origin.startsWith("https:") ? secureRequest : plainRequest;
    return request(new URL(path, this.origin), { ...options, agent: false, ca: this.ca }, answered);
  }

  private compose(method: "GET" | "POST", fields?: Fields) {
    const { cookies } = this;
    const form = fields && encoded(fields);
    const headers = Object.entries({
      Accept: "text/html,application/xhtml+xml",
      "Accept-Encoding": this.encoding,
      ...(cookies.size > 0 && { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
      ...(form && {
        Origin: this.origin,
        "Content-Type": form.type,
        "Content-Length": String(form.body.length),
      }),
      ...this.headersOf(method),
    }).filter((header): header is [string, string] => header[1] !== undefined);
    return { headers: Object.fromEntries(headers), body: form?.body };
  }

  private async follow(answer: Answer): Promise<Answer> {
    let last = answer;
    for (let hop = 0; last.headers.location !== undefined; hop += 1) {
      if (hop === MAX_REDIRECTS) throw new Error(`Too many redirects from ${answer.path}`);
      const target = new URL(last.headers.location, new URL(last.path, this.origin));
      last = await this.send("GET", target.pathname + target.search);
    }
    return last;
  }

  private keep(cookie: string) {
    const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const gone = attributes.some((part) => /^max-age=(0|-\d+)$/i.test(part) || /^expires=.*\b1970\b/i.test(part));
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const BOUNDARY = "----WebKitFormBoundaryVisitor";

/** Encodes a form's body like browsers do. */
function encoded(fields: Fields): { type: string; body: Buffer } {
  const entries = Object.entries(fields);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if (texts.length === entries.length) {
    const body = Buffer.from(new URLSearchParams(texts).toString());
    return { type: "application/x-www-form-urlencoded", body };
  }
  const parts = entries.flatMap(([name, value]) => {
    const file = typeof value === "string" ? null : value;
    const naming = `Content-Disposition: form-data; name="${name}"`;
    const head = file ? `${naming}; filename="${file.name}"\r\nContent-Type: ${file.type}` : naming;
    return [Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), file?.bytes ?? Buffer.from(value as string), CRLF];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

const CRLF = Buffer.from("\r\n");

function decode(raw: Buffer, encoding: string | undefined): string {
  if (encoding === "br") return brotliDecompressSync(raw).toString();
  if (encoding === "gzip") return gunzipSync(raw).toString();
  return raw.toString();
}
