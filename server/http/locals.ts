import type { Response } from "express";
import type { UploadAnswer } from "../context";
import type { LoggedRequest } from "./request-log";
import type { BrowserState } from "../session/browser-state";
import type { PageLocals } from "./plain-page";

/** Per-request state that the middleware of `createApp` shares. */
export interface Locals extends PageLocals, LoggedRequest {
  /** Arrival of the request, in epoch milliseconds. */
  now: number;
  /** The path of the request, without the query; see `canonicalPath`. */
  path: string;
  /** The client's IP address, as reported by the trusted proxies. */
  address: string;
  browser: BrowserState;
  /** The fields of a posted form. */
  fields: Map<string, string>;
  /** Why an upload was rejected; the page of its form shows it. */
  upload?: UploadAnswer;
}

export const localsOf = (response: Response) => response.locals as Locals;
