/** What the steps that spend share: how they note, wait and read. */
import { setTimeout as wait } from "node:timers/promises";
import { refusals } from "../operator/contract";
import type { CallResult } from "../operator/call-result";
import { ReadFailed, type OperatorAuth, type OperatorPort } from "../operations/port";
import type { Baseline } from "../operations/types";
import type { Finding } from "./calls";

export interface Spent {
  /** Calls that were made, with what was wrong. */
  tried: Record<string, Omit<Finding, "call">[]>;
  /** Calls that were not made, with the reason. */
  why: Record<string, string>;
  /** Milliseconds from the answer of a step until its row, or its QR code, was there. */
  lags: Record<string, number>;
  /** What the member must put right by hand. */
  left: string[];
}

/** What the steps share. */
export interface Spending {
  port: OperatorPort;
  auth: OperatorAuth;
  spent: Spent;
  /** How long a row, or a QR code, is waited for, in milliseconds. */
  rowMs: number;
  /** Calls of this name were made, and these things were wrong. */
  note(call: string, ...found: Omit<Finding, "call">[]): void;
}

/** Whether a step was done, as far as its answer says. */
export type Outcome = "done" | "not done" | "unknown";

const POLL_MS = 100;

/** Where nothing was seen before: the steps compare by themselves. */
export const NOTHING: Baseline = { at: 0, slack: 0, horizon: null, seen: [], balances: {}, qrcodeId: null, owed: 0 };

export const misfit = (expected: string, received: string, path = "") => ({ path, expected, received });

export function outcomeOf(result: CallResult<unknown>): Outcome {
  if (result.kind === "answer") return "done";
  return result.kind === "unknown" ? "unknown" : "not done";
}

/** Whether the operator has refused with a code that the contract has for this call. */
export const isKnownRefusal = (call: string, result: CallResult<unknown>) =>
  result.kind === "refused" && codesOf(call).includes(result.code);

const codesOf = (call: string) =>
  Object.values((refusals as Record<string, Record<string, readonly string[]>>)[call] ?? {}).flat();

/** How a write ended, for the report. */
export function wordOf(call: string, result: CallResult<unknown>): string {
  if (result.kind === "answer") return "SUCCESS";
  if (result.kind === "refused") return `refused, ${isKnownRefusal(call, result) ? result.code : "another code"}`;
  return result.kind === "unknown" ? `unknown (${result.cause})` : result.kind;
}

/** Reads until `isThere`, for `ms` milliseconds at most. @returns the last reading @throws ReadFailed */
export async function readUntil<T>(read: () => Promise<T>, isThere: (value: T) => boolean, ms: number): Promise<T> {
  const began = performance.now();
  let value = await read();
  while (!isThere(value) && performance.now() - began < ms) {
    await wait(POLL_MS);
    value = await read();
  }
  return value;
}

/** What `work` returns; `otherwise`, with a misfit, if the operator could not be read. */
export async function unlessUnread<T>(
  { note }: Spending,
  call: string,
  step: string,
  otherwise: T,
  work: () => Promise<T>,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    note(call, misfit("answers to the reads around it", "a failure", step));
    return otherwise;
  }
}
