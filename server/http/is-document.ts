import type { Request } from "express";

/** The answer will be shown as a page. Browsers that do not send Sec-Fetch-Dest get the benefit of the doubt. */
export const isDocument = ({ headers }: Request) =>
  [undefined, "document"].includes(headers["sec-fetch-dest"] as string | undefined);
