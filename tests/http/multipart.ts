import { request, type IncomingHttpHeaders } from "node:http";
import type { TestApp } from "./app";
import { portOf } from "./app";
import { FROM_OWN_PAGE } from "./client";

/** One part of a multipart form. */
export interface Part {
  name: string;
  body: Buffer | string;
  filename?: string;
  type?: string;
}

export const BOUNDARY = "----WebKitFormBoundaryTest";

const partOf = ({ name, body, filename, type }: Part) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
        (filename === undefined
          ? ""
          : `; filename="${filename}"\r\nContent-Type: ${type ?? "application/octet-stream"}`) +
        "\r\n\r\n",
    ),
    Buffer.from(body as string),
    Buffer.from("\r\n"),
  ]);

export const multipart = (parts: Part[]) => Buffer.concat([...parts.map(partOf), Buffer.from(`--${BOUNDARY}--\r\n`)]);

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** The fault that the page of the form shows; null on other pages. */
  page: { text?: string; at?: string } | null;
  text: string;
}

interface Sending {
  headers?: Record<string, string | number>;
  /** Sends no `Content-Length`. */
  chunked?: boolean;
  /** The body in pieces, sent with pauses. */
  pieces?: Buffer[];
  /** Disconnects without finishing the request. */
  leave?: boolean;
}

/** Posts a body to the upload's URL. Null: the server closed the connection. */
export function post(
  app: TestApp,
  cookies: Map<string, string>,
  body: Buffer,
  { headers = {}, chunked = false, pieces, leave = false }: Sending = {},
): Promise<Reply | null> {
  return new Promise((resolve) => {
    const outgoing = request({
      port: portOf(app.server),
      method: "POST",
      path: "/user/slips/upload",
      agent: false,
      headers: {
        ...FROM_OWN_PAGE,
        // The replaced pages are not documents.
        "Sec-Fetch-Dest": "empty",
        "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(!chunked && { "Content-Length": body.length }),
        ...headers,
      },
    });
    outgoing.setMaxListeners(0);
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(null));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, text, page: text.startsWith("{") ? JSON.parse(text) : null });
      });
    });
    outgoing.on("error", () => resolve(null));
    const send = async () => {
      for (const piece of pieces ?? [body]) {
        if (outgoing.destroyed) return;
        if (!outgoing.write(piece))
          await new Promise((drained) => outgoing.once("drain", drained).once("close", drained));
      }
      if (!leave) outgoing.end();
      else setTimeout(() => outgoing.destroy(), 50);
    };
    void send();
  });
}
