import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Alert, Flash, Toast } from "~/ui/alert";
import { useRequest } from "~/ui/request";

/**
 * The member area: shows the flash message and a bar for an open operation. The last known balance is for the top bar, of
 * pages that read none themselves. Guests are redirected before.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  // Must come before the first `await`: the page's own loader runs in parallel and may set a message for the next page.
  const flash = context.takeFlash();
  const { operations, lastKnown, hidesBalance, protection } = context;
  const [open, corrected, known] = await Promise.all([operations.open(), operations.corrected(), lastKnown.read()]);
  const receiptOf = (op: { id: string } | null) => op && `/user/receipt/${op.id}`;
  const receipts = { open: receiptOf(open), corrected: receiptOf(corrected) };
  return { ...receipts, flash, hidesBalance, visitSince: protection.visitSince(), known: known.balance ?? null };
}

export default function MemberArea() {
  const { open, corrected, flash } = useLoaderData<typeof loader>();
  const { t, translateMessage, path } = useRequest();
  return (
    <>
      {flash && (
        <Toast>
          <Flash tone={flash.tone}>{translateMessage(flash.text)}</Flash>
        </Toast>
      )}
      {open && open !== path && (
        <Alert tone="warn" role="status">
          <a className="link" href={open}>
            {t("receipt:openBanner")}
          </a>
        </Alert>
      )}
      {corrected && corrected !== path && (
        <Alert tone="warn" role="status">
          <a className="link" href={corrected}>
            {t("receipt:correctedBanner")}
          </a>
        </Alert>
      )}
      <Outlet />
    </>
  );
}
