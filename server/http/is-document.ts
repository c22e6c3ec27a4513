import type { Request } from "express";

/** Whether the browser will show the response as a page, in a frame of the desk too. Without Sec-Fetch-Dest it is assumed to. */
export const isDocument = ({ headers }: Request) =>
  [undefined, "document", "iframe"].includes(headers["sec-fetch-dest"] as string | undefined);
