import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Alert, Flash } from "~/ui/alert";
import { useRequest } from "~/ui/request";

/** The member area: what the request before left to say, and an operation that is not finished yet. Guests never get here. */
export async function loader({ context }: LoaderFunctionArgs) {
  // Before anything is awaited: a page's own loader, which runs beside this one, may leave a message for the next page.
  const flash = context.takeFlash();
  const open = await context.operations.open();
  return { open: open && `/user/receipt/${open.id}`, flash };
}

export default function MemberArea() {
  const { open, flash } = useLoaderData<typeof loader>();
  const { t, translateMessage, path } = useRequest();
  return (
    <>
      {flash && (
        <div className="toasts">
          <Flash tone={flash.tone}>{translateMessage(flash.text)}</Flash>
        </div>
      )}
      {open && open !== path && (
        <Alert tone="warn" role="status">
          <a href={open}>{t("receipt:openBanner")}</a>
        </Alert>
      )}
      <Outlet />
    </>
  );
}
