import { redirect, type LoaderFunctionArgs } from "@remix-run/node";

/** The URL of receipts up to version 1.1.14, which members may still have open or saved. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/user/receipt/${params.id}`, 301);
