import { redirect, type LoaderFunctionArgs } from "@remix-run/node";

/** The address of receipts up to version 1.1.14: members may still have it open or saved. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/user/receipt/${params.id}`, 301);
