import type { Implementation } from "./implement";
import { Overdraft } from "../ledger/ledger";
import type { LimitedCall, Limits } from "./limits";
import type { Member } from "../ledger/members";
import { Refusal } from "../refusal";
import { authenticate, tokenSubject } from "./tokens";
import type { Upload } from "./upload";
import type { World } from "../world";

/** A request, completely read. */
export interface WireRequest {
  marker: string | undefined;
  authorization: string | undefined;
  address: string;
  params: Record<string, string>;
  body: Buffer;
  /** The parts of an upload, which has no `body`. */
  upload: Upload | null;
}

export interface Answer {
  status: number;
  body: unknown;
  /** Seconds. */
  retryAfter?: number;
  /** The handler has completed, so the call has taken effect. */
  executed: boolean;
}

/** The checks and the execution of one call, in the operator's order. */
export async function answer(
  { world, limits, marker }: { world: World; limits: Limits; marker: string },
  { operationId, endpoint, answer }: Implementation,
  request: WireRequest,
): Promise<Answer> {
  const token = bearer(request.authorization);
  const wire = bodyOf(request);
  const limited: LimitedCall = {
    operationId,
    caller: token ?? request.address,
    subject: subjectOf(world, operationId, wire, token, request.address),
  };
  try {
    if (request.marker === undefined) throw new Refusal("KEY_MISSING");
    if (request.marker !== marker) throw new Refusal("KEY_INVALID");
    if (world.switches.current.terminated && operationId !== "lookupActive") throw new Refusal("account-gone");
    if (world.switches.current.maintenance) throw new Refusal("INTERNAL_SERVER_ERROR", undefined, 500);
    limits.enter(limited);
    const caller = callerOf(world, { operationId, access: endpoint.access, token, address: request.address });
    if (wire === null) throw new Refusal("KEY_INVALID");
    const { address, upload } = request;
    const body = await answer({ world, caller, token, address, upload }, { ...wire, ...request.params });
    limits.succeeded(limited);
    return { status: 200, body, executed: true };
  } catch (error) {
    const refusal = refusalOf(error);
    limits.refused(limited, refusal.code);
    const status = refusal.status(operationId);
    return { status, body: { message: refusal.code }, retryAfter: refusal.retryAfter, executed: false };
  }
}

/** The ledger prevents overdrafts; any other error is a bug of the sandbox. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Overdraft) return new Refusal("MONEY_NOT_ENOUGH");
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new Refusal("INTERNAL_SERVER_ERROR", undefined, 500);
}

/** The bearer token; null without an Authorization header, empty for one of another scheme. */
function bearer(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
}

/** The JSON object in the body, or the fields of an upload; empty without a body, null if malformed. */
function bodyOf({ body, upload }: WireRequest): Record<string, unknown> | null {
  if (upload) return upload.broken ? null : upload.fields;
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The member of the token. Guest calls ignore an invalid token, except chat; chat and member calls refuse it. */
function callerOf(
  world: World,
  call: { operationId: string; access: "guest" | "member"; token: string | null; address: string },
): Member | null {
  if (call.access === "member") return authenticate(world, call.token, call.address);
  if (call.token === null) return null;
  try {
    return authenticate(world, call.token, call.address);
  } catch (error) {
    if (/chat/i.test(call.operationId) && call.operationId !== "lookupEnableChatWidget") throw error;
    return null;
  }
}

/** See `LimitedCall`. */
function subjectOf(
  world: World,
  operationId: string,
  wire: Record<string, unknown> | null,
  token: string | null,
  address: string,
): string {
  if (operationId === "sendOtp") return String(wire?.phoneNumber);
  if (operationId === "login") return String(wire?.username);
  return (token && tokenSubject(world, token)) ?? address;
}
