import { Button } from "~/ui/button";
import { useT } from "~/ui/request";

/** The number of games from which they can be searched. */
export const SEARCHED_FROM = 13;

/** Whether a game is searched for; all are if nothing is. */
export function isFound({ code, name }: { code: string; name: string }, wanted: string) {
  const plain = (text: string) => text.toLowerCase().replace(/\s/g, "");
  return `${plain(name)} ${plain(code)}`.includes(plain(wanted));
}

/** The search field above the games. */
export function GameSearch({ wanted, found }: { wanted: string; found: number }) {
  const t = useT();
  return (
    <form role="search" className="cluster" id="games" action="#games">
      <input
        className="search"
        name="q"
        type="search"
        defaultValue={wanted}
        aria-label={t("home:search")}
        maxLength={40}
      />
      <Button variant="quiet" size="small">
        {t("home:search")}
      </Button>
      {wanted && (
        <p role="status">
          {t(found === 0 ? "home:foundNone" : "home:found", { count: found, wanted })}{" "}
          <a href="/user/home">{t("home:allGames")}</a>
        </p>
      )}
    </form>
  );
}
