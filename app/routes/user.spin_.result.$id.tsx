import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AskAbout, askable } from "~/features/chat/chat-link";
import { restOf, turnOf } from "~/features/spin/geometry";
import { HubWords } from "~/features/spin/hub";
import { couponOf, readSpin, readWheel } from "~/features/spin/spun";
import { Wheel } from "~/features/spin/wheel";
import { formatDateTime, isoTime } from "~/lib/dates";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { Money } from "~/ui/money";
import { Reference } from "~/ui/reference";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "spin:resultTitle" };

/** Milliseconds after a spin in which its result turns: later, and after Back, the wheel rests. */
const NEWS_MS = 10_000;

/** Where a spin has stopped. It only shows what has happened: opening it again changes nothing. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { op, drawn } = await readSpin(context, params.id!);
  const [wheel, coupon, asks] = await Promise.all([
    readWheel(context),
    couponOf(context, { op, drawn }),
    askable(context, op.id),
  ]);
  const slices = wheel?.slices ?? [];
  // The answer of a spin that was lost has no code; its coupon has the label.
  const at = slices.findIndex(({ code, label }) => (drawn.code ? code === drawn.code : label === drawn.label));
  const rest = at === -1 ? null : restOf(at, slices.length);
  const isNews = op.finishedAt !== null && context.now - op.finishedAt < NEWS_MS && !context.assets.lite;
  return {
    id: op.id,
    startedAt: op.startedAt,
    name: wheel?.name ?? null,
    coins: wheel?.coins ?? drawn.coins ?? 0,
    slices: rest === null ? [] : slices,
    rest: rest ?? 0,
    turn: isNews && rest !== null ? turnOf(op.id, rest) : null,
    label: drawn.label,
    coupon: coupon ?? null,
    isUnread: coupon === undefined,
    asks,
  };
}

export default function SpinResult() {
  const { id, startedAt, name, coins, slices, rest, turn, asks } = useLoaderData<typeof loader>();
  const { t, site } = useRequest();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <h1 className="visually-hidden">{t("spin:resultTitle")}</h1>
        {slices.length > 0 && (
          <Wheel slices={slices} rest={rest} turn={turn}>
            <a className="wheel-hub" href="/user/spin">
              <HubWords text={t("spin:again")} coins={coins} />
            </a>
          </Wheel>
        )}
        <Outcome />
        <p className="meta" data-align="center">
          {asks !== null && (
            <>
              <AskAbout reference={asks} />
              {" · "}
            </>
          )}
          {name}
          {" · "}
          <time dateTime={isoTime(startedAt, site.timeZone)}>{formatDateTime(startedAt, site.timeZone)}</time>
          {" · "}
          <Reference>{id}</Reference>
        </p>
      </main>
    </Hub>
  );
}

function Outcome() {
  const { id, label, coupon, isUnread, slices } = useLoaderData<typeof loader>();
  const { t, path } = useRequest();
  return (
    <div className="wheel-result" role="status">
      {coupon ? (
        <>
          <p className="meta">{t("spin:youGot")}</p>
          <p>{coupon.amount > 0 ? <Money amount={coupon.amount} size="display" /> : <strong>{coupon.name}</strong>}</p>
          <ButtonLink variant="play" size="large" href={`/user/spin/prize/${id}`}>
            {t("spin:seePrize")}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="meta">{t(label === null ? "spin:notTold" : "spin:stoppedAt")}</p>
          {label !== null && <h2 className="title">{label}</h2>}
          <p className="meta">{t(isUnread ? "spin:couponsNotLoaded" : "spin:noCoupon")}</p>
          {isUnread && <ButtonLink href={path}>{t("common:tryAgain")}</ButtonLink>}
          {slices.length === 0 && <ButtonLink href="/user/spin">{t("spin:again")}</ButtonLink>}
        </>
      )}
    </div>
  );
}
