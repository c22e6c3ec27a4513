import type { Response } from "express";
import type { UploadAnswer } from "../context";
import type { Log } from "../log";
import type { BrowserState } from "../session/browser-state";
import type { PageLocals } from "./plain-page";

/** What the steps of `createApp` hand on to each other with a request. */
export interface Locals extends PageLocals {
  log: Log;
  /** Epoch milliseconds when the request arrived. */
  now: number;
  /** The client's address as the trusted proxies report it. */
  address: string;
  browser: BrowserState;
  /** The fields of a posted form. */
  fields: Map<string, string>;
  /** Why an upload was not taken, for the page of its form. */
  upload?: UploadAnswer;
}

export const localsOf = (response: Response) => response.locals as Locals;
