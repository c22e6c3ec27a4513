import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Alert, Flash } from "~/ui/alert";
import { useRequest } from "~/ui/request";

/** The member area: shows the flash message and a bar for an open operation. Guests are redirected before. */
export async function loader({ context }: LoaderFunctionArgs) {
  // Must come before the first `await`: the page's own loader runs in parallel and may set a message for the next page.
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
