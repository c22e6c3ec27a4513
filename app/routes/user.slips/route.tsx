import { json, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isUnreadable, soft } from "~/actions";
import { DepositTabs } from "~/features/deposit/frame";
import type { UploadAnswer } from "../../../server/context";
import { formatDateTime } from "~/lib/dates";
import { readChannels } from "~/features/deposit/channels";
import { message } from "~/lib/message";
import { lastPage, pageNumber } from "~/lib/pages";
import { hasChat } from "~/features/chat/chat-link";
import { supportOf } from "~/features/contact/support";
import type { RouteHandle } from "~/root";
import { Alert, Flash } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { slipHours } from "./hours";
import { isCreditedSince, lastSlipText, newResult, shownSlip } from "./slip";
import { SlipList } from "./slip-list";
import { SlipResult } from "./slip-result";
import { UploadForm } from "./upload-form";
import { backOf, cameFrom, slipsPath } from "./way-back";

export const handle: RouteHandle = { title: "slips:title" };

const LIMIT = 10;
const REFRESH_SECONDS = 10;
/** The page stops reloading for slips that are pending for longer, in milliseconds. */
const MAX_PENDING_MS = 3_600_000;

/** Faults that the member may override by sending the form again. */
const CONFIRMABLE = new Set(["slips:samePicture", "slips:sameTransfer"]);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, operations, site, now } = context;
  const query = new URL(request.url).searchParams;
  const page = pageNumber(query.get("page"));
  const [read, rules, channels, support, open, formKey, last, chat, known] = await Promise.all([
    soft(operator.listSlips({ page, limit: LIMIT })),
    soft(operator.lookupSlip()),
    readChannels(context),
    supportOf(context),
    operations.open("uploadSlip"),
    operations.formKey("uploadSlip"),
    operations.last(),
    hasChat(context),
    context.lastKnown.read(),
  ]);
  const list = read && isUnreadable(read.slips, read) ? undefined : read;
  const slips = list?.slips.map((one) => shownSlip(one, page, site.sandbox)) ?? null;
  const waiting = (list?.slips ?? []).some(
    ({ status, createdAt }) => status === "PENDING" && now - createdAt.getTime() < MAX_PENDING_MS,
  );
  // A reload would clear the chosen file, so the form is shown only with `?send`.
  const sending = query.has("send");
  const fault = faultOf(context);
  // The pages after the first do not show the newest slips.
  const isFirst = page === 1 && !fault;
  const result = isFirst ? newResult(slips ?? [], now) : null;
  const data = {
    from: cameFrom(request),
    failed: fault !== null || slips === null || result?.status === "FAILED",
    fault,
    slips,
    page,
    unread: list?.unread ?? 0,
    isLastKnown: typeof list?.total === "number",
    last: list ? lastPage({ total: list.total, rows: list.slips.length + list.unread }, page, LIMIT) : page,
    hours: slipHours(rules, site, now),
    channels,
    banks: [...new Set(channels?.accounts.map(({ bankCode }) => bankCode))],
    support,
    chat,
    open: open && `/user/receipt/${open.id}`,
    formKey,
    operation: fault?.stale ? await lastOp(context, soft(operator.getWallet())) : null,
    notice: isFirst ? lastSlipText(last, list?.slips ?? [], now) : null,
    result,
    credited: isCreditedSince(slips ?? [], known.balance?.at ?? now),
    refresh: waiting && !sending ? REFRESH_SECONDS : null,
  };
  return json(data, { status: context.upload?.status ?? 200 });
}

/** The fault of the last upload, as shown on the page. */
function faultOf(context: AppLoadContext) {
  const { upload } = context;
  if (!upload) return null;
  const confirm = CONFIRMABLE.has(upload.text);
  return {
    text: textOf(context, upload),
    confirm,
    pickAgain: !confirm && upload.text !== "errors:SLIP_NO_FILE",
    stale: upload.text === "receipt:stale",
  };
}

/** The message key, with its time as a parameter. */
function textOf({ site }: AppLoadContext, { text, at }: UploadAnswer) {
  if (at === null) return text;
  const time = formatDateTime(at, site.timeZone);
  return message(text === "receipt:closed" ? "receipt:closedUntil" : text, { time });
}

export default function Slips() {
  const data = useLoaderData<typeof loader>();
  const { fault, slips, hours, channels, support, open, operation, notice, result, refresh, from } = data;
  const { t } = useRequest();
  const state = slips?.map(({ status }) => status).join();
  return (
    <Sheet
      title={t("slips:title")}
      back={backOf(from)}
      statesBalance={data.credited}
      data-poll={refresh ?? undefined}
      data-state={state}
    >
      <SheetBody>
        <DepositTabs current="slip" channels={channels} />
        {notice && <Flash tone={notice === "slips:sentUnread" ? "info" : "good"}>{t(notice)}</Flash>}
        {result && !notice && <SlipResult slip={result} support={support} />}
        {fault?.stale && <LastOperation op={operation} />}
        {hours.closed ? (
          <Alert tone="warn">
            <p>{hours.to ? t("slips:closedUntil", { time: hours.to }) : t("slips:closed")}</p>
          </Alert>
        ) : open ? (
          <Alert tone="warn">
            <a className="link" href={open}>
              {t("slips:waiting")}
            </a>
          </Alert>
        ) : refresh ? (
          <ButtonLink variant="secondary" width="full" href={slipsPath(from, { send: "1" })}>
            {t("slips:another")}
          </ButtonLink>
        ) : (
          <UploadForm formKey={data.formKey} banks={data.banks} hours={hours} fault={fault} />
        )}
        <SlipList {...data} href={(page) => slipsPath(from, page === 1 ? {} : { page: String(page) })} />
      </SheetBody>
    </Sheet>
  );
}
