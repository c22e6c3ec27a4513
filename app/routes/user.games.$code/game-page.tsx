import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { FormHTMLAttributes } from "react";
import { GameCard } from "~/features/games/game-card";
import { gamePage } from "~/features/games/game";
import type { LastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { NoMoney } from "~/features/wallet/no-money";
import { PRESETS } from "~/features/wallet/presets";
import { formatRecent, isoTime } from "~/lib/dates";
import { currencySymbol, parseMoney } from "~/lib/money";
import { Button, ButtonLink, MainSubmit } from "~/ui/button";
import { MoneyField } from "~/ui/field";
import { CsrfToken, FormErrors, FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { Presets } from "~/ui/presets";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

interface Props {
  game: Omit<Parameters<typeof GameCard>[0], "href" | "hidden">;
  /** Minor units in the main wallet; null: not known. */
  available: number | null;
  /** When the game's balance was last read, in epoch milliseconds; null if that is not known. */
  readAt: number | null;
  /** The member has no money anywhere: then nothing can be transferred, but games can be played. */
  empty: boolean;
  /** Null: no transfer is possible now. */
  formKey: string | null;
  last: LastOp | null;
  form: FormHTMLAttributes<HTMLFormElement>;
  faults: FormMetadata<{ amount: number }, string[]>;
  amount: FieldMetadata<number>;
  /** The member must confirm that the same transfer should be made again. */
  confirm: boolean;
}

/** One form: its main button transfers and plays, the others have their own addresses. */
export function GamePage({ game, available, readAt, empty, formKey, last, form, faults, amount, confirm }: Props) {
  const { t, money, member } = useRequest();
  const page = gamePage(game.code);
  const canTransfer = formKey !== null && !empty;
  const typed = parseMoney(amount.value ?? "");
  const playWith = (sum: string) => t("games:transferAndPlayAmount", { amount: sum });
  return (
    <Sheet title={game.name} back="/user/home" form={form.id}>
      <form method="post" rel="noopener" {...form}>
        <MainSubmit />
        <CsrfToken />
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors form={faults} labels={{ amount: t("common:amount") }} />
          <div className="game-hero">
            <GameCard {...game} />
            <Refresh page={page} readAt={readAt} />
          </div>
          {empty && <NoMoney games />}
          {canTransfer && (
            <>
              <FormKey value={formKey} />
              {confirm && <input type="hidden" name="confirmed" value="1" />}
              <MoneyField
                meta={amount}
                label={t("games:transferIn")}
                hint={
                  available === null ? t("games:zeroPlays") : t("games:amountHint", { available: money(available) })
                }
              />
              <Presets amounts={PRESETS[member!.currency]} all={t("transfer:allOfIt")} />
            </>
          )}
          <div className="button-row">
            {canTransfer && (
              <Button variant="secondary" name="only" value="1" data-least="1">
                {t("games:transferOnly")}
              </Button>
            )}
            <Button variant="secondary" formAction={`${page}/launch`} formTarget="_blank" formNoValidate>
              {t("games:play")}
            </Button>
          </div>
          <section className="section" aria-labelledby="credentials">
            <h2 id="credentials">{t("games:credentials")}</h2>
            <p className="meta">{t("games:credentialsWhy")}</p>
            <div className="button-row">
              <Button variant="secondary" size="small" formAction={`${page}/credentials`} formNoValidate>
                <Icon name="show" />
                {t("games:showCredentials")}
              </Button>
              <ButtonLink variant="quiet" size="small" href={`${page}/reset`}>
                <Icon name="key" />
                {t("games:reset")}
              </ButtonLink>
            </div>
          </section>
        </SheetBody>
        {canTransfer && (
          <SheetFoot>
            <Button
              variant="play"
              size="large"
              width="full"
              data-label={playWith(`${currencySymbol(member!.currency)}{}`)}
            >
              {typed ? playWith(money(typed)) : t("games:transferAndPlay")}
            </Button>
          </SheetFoot>
        )}
      </form>
    </Sheet>
  );
}

/** Reads all game balances again; it comes back here. */
function Refresh({ page, readAt }: { page: string; readAt: number | null }) {
  const { t, now, site } = useRequest();
  return (
    <button className="icon-button" data-width="auto" formAction="/user/refresh" formNoValidate name="to" value={page}>
      <Icon name="refresh" size="small" />
      {readAt === null ? (
        t("home:refresh")
      ) : (
        <>
          <span className="visually-hidden">{t("home:refresh")}: </span>
          <span>
            {t("home:updated")}{" "}
            <time dateTime={isoTime(readAt, site.timeZone)}>{formatRecent(readAt, now, site.timeZone)}</time>
          </span>
        </>
      )}
    </button>
  );
}
