/** Parts that are whole pages: each one has its own address. */
import { Alert, Flash, HeroMark, Toast } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorPage } from "~/ui/error-page";
import { Facts } from "~/ui/facts";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { Hub } from "~/ui/hub";
import { KnownBalance } from "~/ui/known-balance";
import { Money } from "~/ui/money";
import { Pager } from "~/ui/pager";
import { useT } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { TextField } from "~/ui/field";
import { useKitForm } from "./form";
import { AsMember } from "./member";

/** A hub page: a message that goes away, cloth with a card on it, the bottom menu. */
function GuestHub() {
  const t = useT();
  return (
    <>
      <Toast>
        <Flash tone="good">{t("slips:sent")}</Flash>
      </Toast>
      <Hub ground="cloth" form="kit">
        <main id="main">
          <header className="cloth welcome">
            <h1>{t("login:title")}</h1>
            <p className="meta">{t("login:lead")}</p>
            <p>
              <a href="/contact">{t("common:navContact")}</a>
            </p>
          </header>
          <div className="page">
            <form className="card" method="post" id="kit">
              <CsrfToken />
              <p>{t("login:toContinue")}</p>
            </form>
          </div>
        </main>
      </Hub>
    </>
  );
}

/** A hub page of a member, on a page of the menu; the first page of nine or the last. */
const memberHub = (path: string, page: number) =>
  function MemberHub() {
    const t = useT();
    return (
      <AsMember path={path}>
        <Hub ground="paper">
          <main className="page" id="main">
            <h1 className="title">{t("common:home")}</h1>
            <KnownBalance of="wallet" />
            <KnownBalance of="total" href="/user/home" />
            <section className="cloth">
              <div className="page">
                <Money amount={1248050} size="display" />
                <div className="button-row">
                  <ButtonLink variant="cloth" size="large" href="/user/deposit">
                    {t("common:navDeposit")}
                  </ButtonLink>
                  <ButtonLink variant="glass" size="large" href="/user/withdraw">
                    {t("common:navWithdraw")}
                  </ButtonLink>
                </div>
              </div>
            </section>
            <Pager page={page} last={9} href={(number) => `/_ui?page=${number}`} isLastKnown />
          </main>
        </Hub>
      </AsMember>
    );
  };

/** A task: a form between head and foot, in the error state. */
function FormSheet() {
  const t = useT();
  const [form, fields] = useKitForm("sheet-form");
  return (
    <Sheet title={t("login:title")} back="/_ui" form={form.id} aside={<Money amount={50000} />}>
      <form method="post" id={form.id}>
        <CsrfToken />
        <SheetBody>
          <FormErrors form={form} labels={{ wrong: t("login:phone") }} />
          <TextField meta={fields.wrong} label={t("login:phone")} />
          <Button disabled data-least={1}>
            {t("transfer:submit")}
          </Button>
          <p className="meta why-not">{t("common:moneySafe")}</p>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("login:submit")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}

/** A result: closed with a cross, and polled by the script. */
function ResultSheet() {
  const t = useT();
  return (
    <Sheet title={t("transfer:title")} back="/_ui" close statesBalance data-state="done" data-poll={3600}>
      <SheetBody align="center">
        <HeroMark tone="good" />
        <div className="stack" data-gap="tight" tabIndex={-1}>
          <h2 className="title">{t("common:success")}</h2>
        </div>
        <div className="card">
          <Facts pairs={[[t("common:amount"), t("transfer:title")]]} />
        </div>
        <div className="field">{t("common:amount")}</div>
        <Alert tone="info">{t("common:moneySafe")}</Alert>
      </SheetBody>
      <SheetFoot>
        <ButtonLink size="large" width="full" href="/_ui">
          {t("common:backHome")}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}

/** A task that asks for nothing: its language menu is a form of its own. */
function PlainSheet() {
  const t = useT();
  return (
    <Sheet title={t("common:navContact")} back="/_ui">
      <SheetBody>
        <p>{t("common:moneySafe")}</p>
      </SheetBody>
    </Sheet>
  );
}

/** A task that leads to another site: it has no form of ours. */
function BareSheet() {
  const t = useT();
  return (
    <Sheet title={t("common:navContact")} back="/_ui" bare>
      <SheetBody>
        <p>{t("common:moneySafe")}</p>
      </SheetBody>
    </Sheet>
  );
}

const Failure = () => <ErrorPage status={500} />;

const MemberFailure = () => (
  <AsMember path="/_ui">
    <ErrorPage status={500} />
  </AsMember>
);

const Missing = () => <ErrorPage status={404} />;

export const FRAMES = [
  { name: "hub", Frame: GuestHub },
  { name: "member-home", Frame: memberHub("/user/home", 1) },
  { name: "member-statement", Frame: memberHub("/user/statement", 9) },
  { name: "sheet", Frame: FormSheet },
  { name: "plain", Frame: PlainSheet },
  { name: "bare", Frame: BareSheet },
  { name: "result", Frame: ResultSheet },
  { name: "failure", Frame: Failure },
  { name: "member-failure", Frame: MemberFailure },
  { name: "missing", Frame: Missing },
];
