import { formatDateTime, isoTime } from "~/lib/dates";
import { Badge, HeroMark } from "~/ui/alert";
import type { Markup as Clean } from "../../server/context";
import { AskSupport } from "~/ui/ask-support";
import { BankMark, BankRow } from "~/ui/bank-row";
import { Banners } from "~/ui/banners";
import { ButtonLink } from "~/ui/button";
import { CardTable } from "~/ui/card-table";
import { CopyFigure } from "~/ui/copy-figure";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Holding } from "~/ui/holding";
import { Markup } from "~/ui/markup";
import { Money } from "~/ui/money";
import { NotLoaded } from "~/ui/not-loaded";
import { Unread } from "~/ui/unread";
import { Pager } from "~/ui/pager";
import { Reference } from "~/ui/reference";
import { useRequest, useT } from "~/ui/request";
import { TONES } from "./basics";
import { Section } from "./section";

const BANKS = ["KBANK", "SCB", "KTB", "BBL", "GSB", "BCEL", "TRUE", "OTHER", "PROMPTPAY"];

function Time() {
  const { now, site } = useRequest();
  return <time dateTime={isoTime(now, site.timeZone)}>{formatDateTime(now, site.timeZone)}</time>;
}

export function MoneyAndFacts() {
  const t = useT();
  return (
    <Section title="Money and facts">
      <Unread count={3} />
      <Money amount={12_480_50} size="display" />
      <Money amount={1_888_888_887_00} size="display" />
      <div className="cluster">
        <Money amount={12_480_50} size="large" />
        <Holding amount={1_980_50} />
        <Holding amount={1_980_50} size="large" />
        <Holding amount={null} size="display" />
        <Money amount={500_00} sign="+" tone="good" />
        <Money amount={300_00} sign={"\u2212"} />
        <Money amount={-20_00} />
        <Money amount={1_250_000_00} currency="LAK" />
        <Money amount={1_250_00} currency="BAHT" />
      </div>
      <div className="card">
        <Facts
          pairs={[
            [t("common:mainWallet"), <code>123-456-7890</code>],
            [t("common:time"), <Time />],
            [t("common:amount"), <Money amount={1_980_50} />],
            [
              t("common:copy"),
              <button type="button" className="icon-button" aria-label={t("common:copy")}>
                <Icon name="copy" />
              </button>,
            ],
            [t("common:status"), null],
          ]}
        />
        <CopyFigure>123-4-56789-0</CopyFigure>
        <p>
          <Reference>7KM-2QX-94TD</Reference>
        </p>
        <p>
          <Reference href="/_ui">7KM-2QX-94TD</Reference>
        </p>
        <p>
          <Reference copied="1234567890">123-456-7890</Reference>
        </p>
      </div>
      <div className="card" data-variant="plain">
        {t("common:moneySafe")}
      </div>
    </Section>
  );
}

export function Lists() {
  const t = useT();
  const heads = [t("common:time"), t("common:amount"), t("common:status"), t("slips:picture")];
  return (
    <Section title="Rows and tables">
      <ul className="list">
        {([undefined, ...TONES] as const).map((tone) => (
          <li className="row" key={tone ?? "none"}>
            <span className="mark" data-tone={tone}>
              <Icon name="deposit" />
            </span>
            <div className="row-main">
              <p className="row-title">{t("statement:deposit")}</p>
              <p className="row-meta">
                <Time />
              </p>
            </div>
            <div className="row-end">
              <Money amount={2_000_00} sign="+" />
              <Badge tone={tone}>{t("common:status")}</Badge>
            </div>
          </li>
        ))}
        <li>
          <a className="row" href="/_ui">
            <BankMark code="SCB" />
            <span className="row-main">
              <span className="number">123-4-56789-0</span>
            </span>
            <Icon name="next" />
          </a>
        </li>
      </ul>
      <div className="card">
        {BANKS.map((code) => (
          <BankRow key={code} code={code}>
            <p className="row-title">{code}</p>
            <p className="row-meta">{t("statement:wallet")}</p>
          </BankRow>
        ))}
        <BankRow code="KBANK" variant="plain">
          <p className="row-title">KBANK</p>
        </BankRow>
      </div>
      <CardTable aria-label={t("slips:list")} heads={heads}>
        {[false, true].map((wide) => (
          <tr role="row" key={String(wide)}>
            <td role="cell" data-label={heads[0]}>
              <Time />
            </td>
            <td role="cell" data-label={heads[1]}>
              <Money amount={500_00} />
            </td>
            <td role="cell" data-label={heads[2]} data-wide={wide ? "" : undefined}>
              <Badge tone="bad" icon="failed">
                {t("common:failed")}
              </Badge>
              {wide && <span className="meta">{t("slips:todoINCORRECT")}</span>}
            </td>
            <td role="cell" data-label={heads[3]}>
              <a href="/_ui">{t("slips:view")}</a>
            </td>
          </tr>
        ))}
      </CardTable>
      <div className="card">
        <table className="data-table" data-variant="wraps">
          <thead>
            <tr>
              <th scope="col">{t("common:time")}</th>
              <th scope="col">{t("common:amount")}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <time>21/11/2026</time>
              </td>
              <td data-label={t("common:amount")}>
                <Money amount={500_00} />
              </td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("refund:sum")}</th>
              <td>
                <Money amount={123_456_789_00} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <Pager page={4} last={9} href={(number) => `/_ui?page=${number}`} isLastKnown={false} />
    </Section>
  );
}

const CELLS = "<td>500.00</td>".repeat(9);
const TEXT = [
  "<h2>h2</h2><p><b>b</b> <a href='/_ui'>a</a></p><ol><li>1</li><li>2</li></ol>",
  `<div tabindex="0"><table><tr><th>th</th>${CELLS}</tr></table></div><hr /><ul><li>li</li></ul>`,
].join("") as Clean;

/** Texts of the operator. */
export function Announcements() {
  const { site } = useRequest();
  const image = `${site.imageHosts[0]}/media/banners/invite.svg`;
  return (
    <Section title="Texts of the operator">
      <div className="card">
        <div data-late="">
          <Markup html={TEXT} />
        </div>
      </div>
      <Banners
        banners={[
          { image, html: "<p>1</p>" as Clean },
          { image: "", html: TEXT },
          { image, html: "" as Clean },
        ]}
        next="#main"
      />
    </Section>
  );
}

export function Progress() {
  const t = useT();
  return (
    <Section title="Progress and emptiness">
      <progress className="progress" value={60} max={100} aria-label={t("slips:sending")} />
      <ol className="timeline">
        <li>{t("slips:choose")}</li>
        <li>{t("slips:help")}</li>
        <li>{t("slips:send")}</li>
      </ol>
      <div className="card">
        <NotLoaded />
        <NotLoaded title={t("statement:notLoaded")} href="/user/statement" />
        <p>
          <AskSupport />
        </p>
        <AskSupport look="button" />
        <div className="empty">
          <HeroMark tone="info" icon="statement" />
          <h2>{t("statement:emptyTitle")}</h2>
          <p>{t("statement:emptyBody")}</p>
          <ButtonLink href="/_ui">{t("common:navDeposit")}</ButtonLink>
        </div>
      </div>
    </Section>
  );
}
