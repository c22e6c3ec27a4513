import { z } from "zod";

/**
 * What a call changes: nothing, money (only the operations engine may send it), or the account (an action sends it
 * directly, once).
 */
export type Writes = false | "money" | "account";

/**
 * One call of the operator's API as a value. `input` is flat: keys that `path` names as `{key}` go into the path, all
 * others into the JSON body. Both schemas are two-way codecs: integer minor units and `Date`s in the program, decimals
 * and ISO strings on the wire.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, W extends Writes = Writes> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  access: "guest" | "member";
  writes: W;
  /** Milliseconds until the whole answer must have arrived. */
  timeoutMs: number;
  /** A multipart upload, sent with `OperatorClient.upload`; `input` describes its plain fields. */
  upload: boolean;
  input: I;
  /** What the call answers if it succeeded. An answer to a money call that says anything else proves nothing. */
  output: O;
}

/** What the caller of an endpoint passes and gets back, in minor units and `Date`s. */
export type Input<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type Output<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;

/** Deadlines for the whole answer. Source: the specification, "The calls it makes". */
export const CALL_TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;
/** A read that takes longer is retried once, because a member is waiting for a page. */
export const READ_TIMEOUT_MS = 5_000;
/** What a page waits for all its reads together, with their second attempts. */
export const READ_PATIENCE_MS = 8_000;

const Nothing = z.object({});

type Options<I extends z.ZodType, O extends z.ZodType, W extends Writes> = {
  input?: I;
  output: O;
  access?: "guest";
  writes?: W;
  upload?: true;
};

const call =
  (method: Endpoint["method"]) =>
  <O extends z.ZodType, I extends z.ZodType = typeof Nothing, W extends Writes = false>(
    path: string,
    options: Options<I, O, W>,
  ): Endpoint<I, O, W> => ({
    method,
    path,
    access: options.access ?? "member",
    writes: (options.writes ?? false) as W,
    upload: options.upload ?? false,
    timeoutMs: options.upload ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS,
    input: (options.input ?? Nothing) as I,
    output: options.output,
  });

export const get = call("GET");
export const post = call("POST");
export const put = call("PUT");
export const del = call("DELETE");
