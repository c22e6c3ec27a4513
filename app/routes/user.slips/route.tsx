import { json, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { slips } from "../../../server/operator/contract/slips";
import type { NO_CODE, SlipFacts } from "../../../server/slips/upload/slip-facts";
import { formatDateTime } from "~/lib/dates";
import { channelsOf } from "~/features/deposit/channels";
import { message } from "~/lib/message";
import { soft } from "~/lib/soft";
import { supportOf } from "~/features/contact/support";
import type { RouteHandle } from "~/root";
import { Alert, Flash } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { LastOperation } from "~/features/receipt/last-operation";
import { useRequest, type TextKey } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { slipHours } from "./hours";
import { SlipList } from "./slip-list";
import { UploadForm } from "./upload-form";

export const handle: RouteHandle = { title: "slips:title" };

const LIMIT = 10;
const REFRESH_SECONDS = 10;
/** A slip that is not read by then is not waited for on the page. */
const WORTH_WAITING_MS = 3_600_000;

/** What was sent before: it is asked whether it is to be sent all the same. */
const ASKED = new Set(["slips:samePicture", "slips:sameTransfer"]);

type Listed = Output<(typeof slips)["listSlips"]>["slips"][number];

/** A slip as the page shows it. `amount` in minor units; `picture` leads to its image. */
export type Slip = Pick<Listed, "status" | "amount" | "note" | "reference"> & {
  createdAt: Date | string;
  picture: string | null;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, operations, site, now } = context;
  const query = new URL(request.url).searchParams;
  const page = pageOf(query.get("page"));
  const [list, told, offered, support, open, formKey, last] = await Promise.all([
    soft(operator.listSlips({ page, limit: LIMIT })),
    soft(operator.lookupSlip()),
    soft(operator.lookupDeposit()),
    supportOf(context),
    operations.open(),
    operations.formKey("uploadSlip"),
    operations.last(),
  ]);
  const slips = list?.slips.map((one): Slip => shown(one, page, site.sandbox)) ?? null;
  const waiting = (list?.slips ?? []).some(
    ({ status, createdAt }) => status === "PENDING" && now - createdAt.getTime() < WORTH_WAITING_MS,
  );
  // A page that loads itself again would forget the file that was chosen: the form is shown when it is asked for.
  const sending = query.has("send");
  return {
    slips,
    page,
    last: list ? lastOf(list, page) : page,
    hours: slipHours(told, site, now),
    banks: [...new Set(channelsOf(offered, site.giftLinks).accounts.map(({ bankCode }) => bankCode))],
    support,
    open: open && `/user/receipt/${open.id}`,
    formKey,
    operation: last,
    told: toldOf(last, list?.slips ?? [], now),
    refresh: waiting && !sending ? REFRESH_SECONDS : null,
  };
}

/** Says what was wrong with an upload: the server hands it over when it has refused one. Only its own form comes here. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const status = Number(form.get("status"));
  const told = String(form.get("fault") ?? "errors:GENERAL");
  const fault = {
    text: textOf(context, told, Number(form.get("at"))),
    confirm: ASKED.has(told),
    pickAgain: !ASKED.has(told) && told !== "errors:SLIP_NO_FILE",
    stale: told === "receipt:stale",
  };
  return json({ fault }, { status: status >= 400 && status < 600 ? status : 422 });
}

/** A message with the time that belongs to it; `at` is epoch milliseconds, or 0. */
function textOf({ site }: AppLoadContext, text: string, at: number) {
  if (!at) return text;
  const time = formatDateTime(at, site.timeZone);
  return message(text === "receipt:closed" ? "receipt:closedUntil" : text, { time });
}

/** How long the operator's list may lack a slip that it has just taken. */
const LIST_LAG_MS = 120_000;

/** What is known of the slip sent last, while it is being checked. A code that we could not read may be good all the same. */
function toldOf(last: OpView | null, slips: readonly Listed[], now: number): TextKey | null {
  if (last?.op !== "uploadSlip" || last.state !== "done") return null;
  // Where the answer was lost, the list has shown that there is one more slip, and not which.
  const known = last.output as unknown as (SlipFacts & { reference: string | null }) | null;
  const listed = known?.reference ? slips.find(({ reference }) => reference === known.reference) : undefined;
  const lately = now - (last.finishedAt ?? last.startedAt) < LIST_LAG_MS;
  if (!known?.reference) return lately ? "slips:doneHeading" : null;
  if (listed ? listed.status !== "PENDING" : !lately) return null;
  return known.transfer === ("none" satisfies typeof NO_CODE) ? "slips:sentUnread" : "slips:sent";
}

/** The page that was asked for; whatever is no page number is the first one. */
const pageOf = (text: string | null) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** The number of the last page; without a total there may be one more while this one is full. */
function lastOf({ total, slips }: { total: number | null; slips: unknown[] }, page: number) {
  if (total !== null) return Math.max(1, Math.ceil(total / LIMIT));
  return slips.length === LIMIT ? page + 1 : page;
}

/** The operator's own link where there is one; else our way to it. The sandbox has no https. */
function shown({ status, amount, note, reference, createdAt, link }: Listed, page: number, sandbox: boolean): Slip {
  const direct = link && (sandbox ? /^https?:\/\// : /^https:\/\//).test(link) ? link : null;
  const gone = reference === null || note === "UPLOADED_FILE_NOT_EXIST";
  const own = gone ? null : `/user/slips/image?${new URLSearchParams({ reference, page: String(page) })}`;
  return { status, amount, note, reference, createdAt, picture: direct ?? own };
}

export default function Slips() {
  const { slips, page, last, hours, banks, support, open, formKey, operation, told, refresh } =
    useLoaderData<typeof loader>();
  const fault = useActionData<typeof action>()?.fault ?? null;
  const { t } = useRequest();
  const state = slips?.map(({ status }) => status).join();
  return (
    <Sheet title={t("slips:title")} back="/user/statement" data-poll={refresh ?? undefined} data-state={state}>
      <SheetBody>
        {told && !fault && <Flash tone={told === "slips:sentUnread" ? "info" : "good"}>{t(told)}</Flash>}
        {fault?.stale && <LastOperation op={operation} />}
        {hours.closed ? (
          <Alert tone="warn">
            <p>{hours.to ? t("slips:closedUntil", { time: hours.to }) : t("slips:closed")}</p>
          </Alert>
        ) : open ? (
          <Alert tone="warn">
            <a href={open}>{t("slips:waiting")}</a>
          </Alert>
        ) : refresh ? (
          <ButtonLink variant="secondary" width="full" href="/user/slips?send=1">
            {t("slips:another")}
          </ButtonLink>
        ) : (
          <UploadForm formKey={formKey} banks={banks} hours={hours} fault={fault} />
        )}
        <SlipList slips={slips} page={page} last={last} support={support} />
      </SheetBody>
    </Sheet>
  );
}
