import type { ReactNode } from "react";
import { GameCard } from "~/features/games/game-card";
import { gamePage } from "~/features/games/game";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequest, useT, type TextKey } from "~/ui/request";
import { GameSearch, isFound, SEARCHED_FROM } from "./game-search";

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

/** A carousel for each category that has games; with many games, those that were searched for. */
export function Games({ games, hidden, wanted }: { games: Game[]; hidden: boolean; wanted: string | null }) {
  const { assets } = useRequest();
  const t = useT();
  const found = games.filter((game) => isFound(game, wanted ?? ""));
  // A first visit must be small. A browser that never fetches the stylesheet makes no other.
  const hasField = assets.css === null || wanted !== null;
  const isSearched = games.length >= SEARCHED_FROM;
  const groups = CATEGORIES.map((group) => ({
    ...group,
    games: found.filter((game) => game.category === group.category).sort(moneyFirst),
  })).filter((group) => group.games.length > 0);
  return (
    <>
      {isSearched && hasField && <GameSearch wanted={wanted ?? ""} found={found.length} />}
      {groups.map((group, index) => (
        <Carousel key={group.category} {...group} hidden={hidden}>
          {isSearched && !hasField && index === 0 && (
            <ButtonLink variant="quiet" size="small" href="?q=#games">
              {t("home:search")}
            </ButtonLink>
          )}
        </Carousel>
      ))}
    </>
  );
}

interface CarouselProps {
  category: Game["category"];
  text: TextKey;
  games: Game[];
  hidden: boolean;
  /** At the end of the head. */
  children: ReactNode;
}

function Carousel({ category, text, games, hidden, children }: CarouselProps) {
  const t = useT();
  return (
    <section className="section" aria-labelledby={category}>
      <header className="section-head">
        <h2 id={category}>
          <Icon name={category} />
          {t(text)}
        </h2>
        {children}
      </header>
      <ul className="carousel" tabIndex={0} aria-labelledby={category}>
        {games.map(({ category: _, isActive, ...game }) => (
          <li key={game.code}>
            {isActive ? (
              <GameCard {...game} hidden={hidden} href={gamePage(game.code)} />
            ) : (
              <a className="game-card" data-state="inactive" href={`${gamePage(game.code)}/open`}>
                <span className="game-card-name">{game.name}</span>
                <span className="game-card-open">{t("games:openAccount")}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
