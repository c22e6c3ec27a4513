/** Writes the HTTP requests of calls. */
import { z } from "zod";
import type { CallResult, WireCodes } from "./call-result";
import type { Endpoint } from "./endpoint";
import type { HttpRequest } from "./exchange";
import { buildPath, parametersOf, UnsafeSegment } from "./path";

/** Who a call is made for. */
export interface CallAuth {
  token: string | null;
  clientIp?: string;
  /** Reference of the HTTP request that needs the call. */
  requestId?: string;
  /** Reference of the operation that the call sends or checks. */
  operation?: string;
  /** Milliseconds that a read may take, with its second attempt. */
  patienceMs?: number;
  /** W3C trace context that the operator's own spans continue. */
  traceparent?: string;
}

/** An encoded upload. */
export interface UploadBody {
  /** Value of `Content-Type`. */
  type: string;
  body: AsyncIterable<Uint8Array>;
}

interface Options {
  baseUrl: string;
  marker: string;
  userAgent?: string;
  codes: WireCodes;
}

/** A request, or the result of a call that must not be sent. */
type Prepared = HttpRequest | CallResult<never>;

const PRINTABLE = /^[\x20-\x7e]+$/;

export function requestsTo({ baseUrl, marker, userAgent, codes }: Options) {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");

  /** The result of a call that must not be sent because of its token, or null. */
  function check(endpoint: Endpoint, { token }: CallAuth): CallResult<never> | null {
    if (endpoint.access === "member" && token === null) return { kind: "login", code: "UNAUTHORIZED" };
    return token !== null && !PRINTABLE.test(token) ? { kind: "login", code: codes.invalidToken } : null;
  }

  function headersOf(auth: CallAuth, contentType: string | null): Record<string, string> {
    const { token, clientIp, traceparent } = auth;
    // What a member reads out from a receipt is then in the operator's log, too.
    const id = auth.operation ?? auth.requestId;
    return {
      accept: "application/json",
      "accept-encoding": "identity",
      "x-requested-with": marker,
      ...(userAgent && { "user-agent": userAgent }),
      ...(contentType !== null && { "content-type": contentType }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(clientIp && PRINTABLE.test(clientIp) && { "x-forwarded-for": clientIp }),
      ...(traceparent !== undefined && { traceparent }),
      ...(id && PRINTABLE.test(id) && { "x-request-id": id }),
    };
  }

  return {
    call(endpoint: Endpoint, input: unknown, auth: CallAuth): Prepared {
      const denied = check(endpoint, auth);
      if (denied) return denied;
      if (endpoint.upload) return { kind: "not-sent", cause: "upload" };
      const encoded = z.safeEncode(endpoint.input, input);
      if (!encoded.success)
        return { kind: "not-sent", cause: `input:${encoded.error.issues[0]?.path.join(".") ?? ""}` };
      const fields = encoded.data as Record<string, unknown>;
      const inPath = parametersOf(endpoint.path);
      const hasBody = endpoint.method === "POST" || endpoint.method === "PUT";
      const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !inPath.includes(key)));
      try {
        return {
          origin,
          path: prefix + buildPath(endpoint.path, fields),
          method: endpoint.method,
          headers: headersOf(auth, hasBody ? "application/json" : null),
          body: hasBody ? JSON.stringify(rest) : null,
          reset: endpoint.writes !== false,
        };
      } catch (error) {
        if (error instanceof UnsafeSegment) return { kind: "not-sent", cause: "path" };
        throw error;
      }
    },
    upload(endpoint: Endpoint, { type, body }: UploadBody, auth: CallAuth): Prepared {
      const { method, path } = endpoint;
      const headers = headersOf(auth, type);
      return check(endpoint, auth) ?? { origin, path: prefix + path, method, headers, body, reset: true };
    },
  };
}
