import { redirect } from "@remix-run/node";

/** Forms are sent here; who comes otherwise is taken to the form. */
export const loader = () => redirect("/user/slips", 303);
