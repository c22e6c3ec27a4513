import type { Response } from "express";
import type { Log } from "../log";
import type { PageLocals } from "./plain-page";
import type { BrowserState } from "../session/browser-state";

/** What the steps of `createApp` hand on to each other with a request. */
export interface Locals extends PageLocals {
  log: Log;
  /** Epoch milliseconds when the request arrived. */
  now: number;
  browser: BrowserState;
  /** The fields of a posted form. */
  fields: Map<string, string>;
  /** The posted form as it came, for Remix. */
  body: Buffer | null;
}

export const localsOf = (response: Response) => response.locals as Locals;
