import { z } from "zod";
import type { Endpoint, Input, Output } from "../../operator/endpoint";
import type { Member } from "../ledger/members";
import { Refusal } from "../refusal";
import type { Upload } from "./upload";
import type { World } from "../world";

/** One call as its handler sees it, with decoded input: amounts in minor units. */
export interface Call<I> {
  world: World;
  input: I;
  /** The member of the token. For a guest, reading it throws UNAUTHORIZED. */
  readonly member: Member;
  /** The member of the token, or null for a guest. */
  caller: Member | null;
  token: string | null;
  /** IP address of the person (`X-Forwarded-For`), else of the connection. */
  address: string;
  /** The parts of an upload; null for other calls. */
  upload: Upload | null;
}

/** What the call answers, without what only a reader adds. */
type Answer<T> = T extends { unread: number } ? Omit<T, "unread" | "unreadAt"> : T;

export type Handler<E extends Endpoint> = (call: Call<Input<E>>) => Answer<Output<E>> | Promise<Answer<Output<E>>>;

export interface Implementation {
  operationId: string;
  endpoint: Endpoint;
  /** Takes and returns wire values. @throws Refusal */
  answer(call: Omit<Call<unknown>, "input" | "member">, wire: Record<string, unknown>): Promise<unknown>;
}

/** Implements a capability of the contract. A call without a handler answers INTERNAL_SERVER_ERROR. */
export function implement<G extends Record<string, Endpoint>>(
  group: G,
  handlers: { [K in keyof G]?: Handler<G[K]> },
): Implementation[] {
  return Object.entries(group).map(([operationId, endpoint]) => ({
    operationId,
    endpoint,
    answer: async (call, wire) => {
      const input = parse(endpoint, wire);
      const handler = handlers[operationId] as Handler<Endpoint> | undefined;
      if (!handler) throw new Refusal("INTERNAL_SERVER_ERROR");
      const output = await handler({
        ...call,
        input,
        get member() {
          if (!call.caller) throw new Refusal("UNAUTHORIZED");
          return call.caller;
        },
      });
      return z.encode(endpoint.output, output as Output<Endpoint>);
    },
  }));
}

/** Decodes the input. Throws KEY_MISSING, TRANSFER_MINIMUM for an amount of zero or less, or KEY_INVALID. */
function parse(endpoint: Endpoint, wire: Record<string, unknown>): unknown {
  const parsed = z.safeDecode(endpoint.input, wire);
  if (parsed.success) return parsed.data;
  const codes = parsed.error.issues.map(({ path }): string => {
    const value = path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      wire,
    );
    if (value === undefined) return "KEY_MISSING";
    return path[0] === "amount" && typeof value === "number" && value <= 0 ? "TRANSFER_MINIMUM" : "KEY_INVALID";
  });
  throw new Refusal(["KEY_MISSING", "KEY_INVALID"].find((code) => codes.includes(code)) ?? "TRANSFER_MINIMUM");
}

export const SUCCESS = { message: "SUCCESS" } as const;
export const OK = { message: "OK" } as const;
