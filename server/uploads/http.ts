import type { Request, Response } from "express";
import { localsOf } from "../http/locals";

/** Whether the body is a plain multipart form. */
export function isMultipart({ headers }: Request): boolean {
  const encoded = headers["content-encoding"] !== undefined;
  return !encoded && /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
}

/** Redirects, but answers 201 with `Location` to the progress script: its request would follow a redirect itself. */
export async function goTo(to: string, request: Request, response: Response): Promise<void> {
  for (const cookie of await localsOf(response).browser.save()) response.append("Set-Cookie", cookie);
  if (request.headers["x-requested-with"] === undefined) return response.redirect(303, to);
  response.status(201).setHeader("Location", to);
  response.end();
}
