import type { OpName, OpView } from "../../../server/operations/types";
import { AskBelow } from "~/features/chat/chat-link";
import type { Support } from "~/features/contact/support";
import { gamePage } from "~/features/games/game";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { HELD } from "~/features/wallet/reward";
import { AskSupport, FOR_BONUS, FOR_SUPPORT } from "~/ui/ask-support";
import { Button, ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { factsOf } from "~/features/receipt/words";
import { useT } from "~/ui/request";
import { SheetFoot } from "~/ui/sheet";
import { formOf } from "./form-of";

/** Operations after which the member may hold a bonus, which closes deposits and withdrawals. */
const GIVES_BONUS: readonly OpName[] = ["activateBonus", "activatePromotion", "receiveInviteBonus", "receiveRefund"];

interface Props {
  op: OpView;
  /** Whether money forms are closed until the member has read the statement. */
  closed: boolean;
  support: Support | null;
  /** Whether the operator has a chat. */
  chat: boolean;
  /** Whether the page asks for a transfer, with a button that checks it. */
  unpaid: boolean;
}

/** Whether it was refused with a text about a bonus, and the form is not on the page of bonuses anyway. */
const leadsToBonus = ({ op, text }: OpView) => op !== "clearBonus" && (text === HELD || FOR_BONUS.includes(text ?? ""));

/** The terms of a bonus that was asked for are no sign that one is held. */
const holdsBonus = ({ op, text }: OpView) => text === HELD || !GIVES_BONUS.includes(op);

/** The links at the end of a receipt. After a withdrawal, none invites to deposit. */
export function NextSteps({ op, closed, support, chat, unpaid }: Props) {
  const t = useT();
  const ask = <AskBelow reference={chat ? op.id : null} />;
  const home = (
    <>
      <ButtonLink variant="quiet" width="full" href="/user/home">
        {t("common:backHome")}
      </ButtonLink>
      {ask}
    </>
  );
  const isPending = op.op === "addToWallet" && op.settled !== "SUCCESS" && op.settled !== "FAILED";
  const next = (
    <ButtonLink size="large" width="full" href={isPending ? `/user/receipt/${op.id}` : "/user/statement"}>
      {t(isPending ? "receipt:checkNow" : "receipt:seeStatement")}
    </ButtonLink>
  );
  const { to } = factsOf(op.input);
  const game = op.op === "transfer" && to !== MAIN_WALLET ? to : null;
  switch (op.state) {
    case "inflight":
    case "unknown":
      return (
        <SheetFoot>
          <ButtonLink size="large" width="full" href={`/user/receipt/${op.id}`}>
            {t("receipt:checkNow")}
          </ButtonLink>
          {home}
        </SheetFoot>
      );
    case "rejected":
    case "notdone":
      return (
        <SheetFoot>
          <ButtonLink size="large" width="full" href={formOf(op.op, factsOf(op.input))}>
            {t(op.op === "claimCoupon" ? "spin:coupons" : "receipt:backToForm")}
          </ButtonLink>
          {leadsToBonus(op) && (
            <ButtonLink variant="secondary" width="full" href="/user/bonus">
              {t(holdsBonus(op) ? "bonus:seeHeld" : "bonus:title")}
            </ButtonLink>
          )}
          {FOR_SUPPORT.includes(op.text ?? "") && <AskSupport look="button" />}
          {home}
        </SheetFoot>
      );
    case "review":
      return (
        <SheetFoot>
          <ButtonLink size="large" width="full" href="/user/statement">
            {t("common:checkStatement")}
          </ButtonLink>
          {support && (
            <ButtonLink variant="secondary" width="full" href={support.href} target="_blank" rel="noopener noreferrer">
              {t("receipt:contactSupport", { name: support.name })}
            </ButtonLink>
          )}
          {closed ? (
            <>
              <form method="post">
                <CsrfToken />
                <Button variant="secondary" size="large" width="full">
                  {t("receipt:acknowledge")}
                </Button>
              </form>
              {ask}
            </>
          ) : (
            home
          )}
        </SheetFoot>
      );
    case "done":
      return (
        <SheetFoot>
          {!unpaid && next}
          {game && (
            <ButtonLink variant="secondary" width="full" href={gamePage(game)}>
              {t("games:toGame")}
            </ButtonLink>
          )}
          {GIVES_BONUS.includes(op.op) && (
            <ButtonLink variant="secondary" width="full" href="/user/bonus">
              {t("receipt:seeBonus")}
            </ButtonLink>
          )}
          {op.op === "claimCoupon" && (
            <ButtonLink variant="secondary" width="full" href="/user/spin">
              {t("spin:toWheel")}
            </ButtonLink>
          )}
          {support && (
            <ButtonLink variant="secondary" width="full" href={support.href} target="_blank" rel="noopener noreferrer">
              {t("receipt:contactSupport", { name: support.name })}
            </ButtonLink>
          )}
          {home}
        </SheetFoot>
      );
  }
}
