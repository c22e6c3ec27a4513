import express, { Router, type Request, type RequestHandler, type Response } from "express";
import type { Endpoint } from "../../operator/endpoint";
import type { Calls } from "./call-counts";
import type { WireAnswer } from "./faults";
import type { Faults } from "./pending-faults";
import type { Implementation } from "./implement";
import type { Limits } from "./limits";
import { memberById } from "../ledger/members";
import { answer, type WireRequest } from "./pipeline";
import { tokenSubject } from "./tokens";
import { receiveUpload, type Upload } from "./upload";
import { withoutSecrets } from "./without-secrets";
import type { World } from "../world";

export interface Machine {
  world: World;
  limits: Limits;
  faults: Faults;
  calls: Calls;
  /** Value of X-Requested-With that every call must send. */
  marker: string;
  /** Waits. Never resolves if the sandbox is closed in the meantime. */
  sleep(ms: number): Promise<void>;
  /** Processes everything that is due: withdrawals, announcements, slips. */
  tick(): void;
}

/** The operator's API as an Express router. */
export function createApi(machine: Machine, implementations: readonly Implementation[]): Router {
  const api = Router({ caseSensitive: true });
  const body = express.raw({ type: () => true, limit: "1mb" });
  for (const implementation of implementations) {
    const { operationId } = implementation;
    const { method, path, upload } = implementation.endpoint;
    const verb = method.toLowerCase() as Lowercase<Endpoint["method"]>;
    api[verb](
      path.replaceAll(/\{(\w+)\}/g, ":$1"),
      early(machine, implementation),
      upload ? receive(operationId) : body,
      serve(machine, implementation),
    );
  }
  return api;
}

/** Limits for files, in bytes; what is longer is read but discarded. */
const MAX_BYTES = 10 * 1024 * 1024;
const maxBytes: Record<string, number> = { uploadChatVideo: 20 * 1024 * 1024 };

/** Receives the parts of an upload. A truncated upload is ignored. */
const receive =
  (operationId: string): RequestHandler =>
  (request, response, next) => {
    receiveUpload(request, maxBytes[operationId] ?? MAX_BYTES, (upload) => {
      (response.locals as { upload?: Upload }).upload = upload;
      next();
    });
  };

const addressOf = (request: Request) =>
  request.get("x-forwarded-for")?.split(",")[0]?.trim() || (request.socket.remoteAddress ?? "unknown");

/** The phone number of a request: of the token's member, else from the body. */
function phoneOf({ world }: Machine, request: Request): string | null {
  const token = /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
  const subject = token && tokenSubject(world, token);
  if (subject) return memberById(world, subject)?.username ?? null;
  if (!Buffer.isBuffer(request.body)) return null;
  return /"(?:username|phoneNumber)"\s*:\s*"([^"]*)"/.exec(request.body.toString("utf8"))?.[1] ?? null;
}

/** Parameters and body of a request, for the desk. */
function askedOf({ params, body }: Request, upload: Upload | null): object {
  const { file } = upload ?? {};
  if (upload) return { ...params, ...upload.fields, file: file ? `${Math.ceil(file.bytes.length / 1024)} kB` : null };
  try {
    return { ...params, ...(JSON.parse((body as Buffer).toString("utf8")) as object) };
  } catch {
    return { ...params };
  }
}

interface Ended {
  phone: string | null;
  /** The status of the answer, or the fault that replaced it. */
  outcome: string;
  upload?: Upload | null;
  /** The body of the answer. */
  answered?: unknown;
}

/** Keeps a call for the desk. */
function note(machine: Machine, { operationId, endpoint }: Implementation, request: Request, ended: Ended): void {
  machine.calls.note({
    at: machine.world.now(),
    operationId,
    phone: ended.phone,
    outcome: ended.outcome,
    requestId: request.get("x-request-id") ?? null,
    request: `${endpoint.method} ${endpoint.path}`,
    asked: withoutSecrets(askedOf(request, ended.upload ?? null)),
    answered: withoutSecrets(ended.answered),
  });
}

/** Applies faults that happen before the body is read. */
const early =
  (machine: Machine, implementation: Implementation): RequestHandler =>
  (request, response, next) => {
    const { operationId } = implementation;
    machine.calls.count(operationId, "received");
    const phone = phoneOf(machine, request);
    const fault = machine.faults.take({ operationId, phone, early: true });
    if (!fault) return next();
    note(machine, implementation, request, { phone, outcome: fault.kind });
    fault.send(response, { status: 200, text: "" }, fault);
  };

const serve =
  (machine: Machine, implementation: Implementation): RequestHandler =>
  (request, response, next) => {
    void respond(machine, implementation, request, response).catch(next);
  };

async function respond(machine: Machine, implementation: Implementation, request: Request, response: Response) {
  const { operationId } = implementation;
  const phone = phoneOf(machine, request);
  const fault = machine.faults.take({ operationId, phone, early: false });
  const { upload = null } = response.locals as { upload?: Upload };
  const ended = (outcome: string, answered?: unknown) =>
    note(machine, implementation, request, { phone, upload, outcome, answered });
  if (fault) {
    ended(fault.kind, fault.code && { message: fault.code });
    await machine.sleep(fault.delayMs);
    if (!fault.executed) return fault.send(response, { status: 200, text: '{"message":"SUCCESS"}' }, fault);
  }
  const real = await execute(machine, implementation, request, upload);
  if (fault) return fault.send(response, real, fault);
  ended(`${real.status} ${real.status === 200 ? "" : (real.body as { message: string }).message}`, real.body);
  response.status(real.status).type("json");
  if (real.retryAfter !== undefined) response.set("Retry-After", String(real.retryAfter));
  response.end(real.text);
}

async function execute(
  machine: Machine,
  implementation: Implementation,
  request: Request,
  upload: Upload | null,
): Promise<WireAnswer & { body: unknown }> {
  machine.tick();
  const wire: WireRequest = {
    marker: request.get("x-requested-with"),
    authorization: request.get("authorization"),
    address: addressOf(request),
    params: request.params,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    upload,
  };
  const { status, body, retryAfter, executed } = await answer(machine, implementation, wire);
  machine.calls.count(implementation.operationId, executed ? "executed" : "refused");
  return { status, text: JSON.stringify(body), retryAfter, body };
}
