import { redirect } from "@remix-run/node";

/** Uploads are POST requests, handled by the server before Remix; GET redirects to the form. */
export const loader = () => redirect("/user/slips", 303);
