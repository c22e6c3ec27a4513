import { formatAmount } from "~/lib/money";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { useRequest, useT, type TextKey } from "~/ui/request";

export interface Game {
  code: string;
  name: string;
  category: "slot" | "sport" | "lotto";
  isActive: boolean;
  /** Minor units of the member's currency; null: it could not be read. */
  amount: number | null;
  /** Game credits for one unit of currency; null: it could not be read. */
  rate: number | null;
  /** Addresses of the operator's pictures; null if pages may not load them. */
  logo: string | null;
  background: string | null;
}

const CATEGORIES: { category: Game["category"]; text: TextKey }[] = [
  { category: "slot", text: "home:slot" },
  { category: "sport", text: "home:sport" },
  { category: "lotto", text: "home:lotto" },
];

/** Sorts games with money first and unopened ones last; otherwise the operator's order remains. */
const moneyFirst = (a: Game, b: Game) => Number(b.isActive) - Number(a.isActive) || (b.amount ?? 0) - (a.amount ?? 0);

/** A carousel for each category that has games. */
export function Games({ games, hidden }: { games: Game[]; hidden: boolean }) {
  const t = useT();
  return CATEGORIES.map(({ category, text }) => {
    const own = games.filter((game) => game.category === category).sort(moneyFirst);
    if (own.length === 0) return null;
    return (
      <section key={category} className="section" aria-labelledby={category}>
        <header className="section-head">
          <h2 id={category}>
            <Icon name={category} />
            {t(text)}
          </h2>
        </header>
        <ul className="carousel" tabIndex={0} aria-labelledby={category}>
          {own.map((game) => (
            <li key={game.code}>
              {game.isActive ? <OpenGame game={game} hidden={hidden} /> : <ClosedGame game={game} />}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** A first visit, which must be small, and one with `Save-Data: on` show no pictures. */
function OpenGame({ game, hidden }: { game: Game; hidden: boolean }) {
  const { t, assets } = useRequest();
  const [logo, background] = assets.script && assets.css === null ? [game.logo, game.background] : [null, null];
  return (
    <a className="game-card" data-art={artOf(game.code)} href={`/user/transfer?to=${encodeURIComponent(game.code)}`}>
      {background && <img className="game-card-art" src={background} alt="" width="300" height="211" loading="lazy" />}
      <span className="game-card-name">
        {logo ? <img src={logo} alt={game.name} width="72" height="36" loading="lazy" /> : game.name}
      </span>
      <span>
        {hidden ? <span className="visually-hidden">{t("home:hidden")}</span> : <Holding amount={game.amount} />}
        {!hidden && game.amount !== null && game.rate !== null && (
          <span className="game-card-credit">
            {t("home:credits", { credits: formatAmount(Math.round(game.amount * game.rate)) })}
          </span>
        )}
      </span>
    </a>
  );
}

function ClosedGame({ game }: { game: Game }) {
  const t = useT();
  return (
    <a className="game-card" data-state="inactive" href={`/user/games/${encodeURIComponent(game.code)}`}>
      <span className="game-card-name">{game.name}</span>
      <span className="game-card-open">{t("games:openAccount")}</span>
    </a>
  );
}

/** One of the six drawings (1 to 6), always the same for a provider. */
const artOf = (code: string) => 1 + ([...code].reduce((hash, char) => (hash * 17 + char.charCodeAt(0)) % 997, 0) % 6);
