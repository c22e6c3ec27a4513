import type { Markup as Clean } from "../../../server/context";
import { Alert } from "~/ui/alert";
import { Markup } from "~/ui/markup";
import { useT } from "~/ui/request";

const BLOCKS = [
  ["bonus:blocksDeposit", "bonus:closed"],
  ["bonus:blocksWithdrawal", "bonus:closed"],
  ["bonus:blocksGames", "bonus:open"],
] as const;

interface Props {
  /** Undefined: it could not be read. */
  notice: Clean | null | undefined;
  /** Where another try leads. */
  page: string;
}

/** What a member must know before receiving a bonus or promotion: the operator's notice, and what it blocks. */
export function BeforeReceiving({ notice, page }: Props) {
  const t = useT();
  return (
    <>
      {notice === undefined && (
        <Alert tone="warn">
          <p>
            {t("bonus:noticeNotLoaded")} <a href={page}>{t("common:tryAgain")}</a>
          </p>
        </Alert>
      )}
      {notice && (
        <Alert tone="warn">
          <strong>{t("bonus:readFirst")}</strong>
          <Markup html={notice} />
        </Alert>
      )}
      <section className="card" aria-labelledby="blocks">
        <h2 id="blocks">{t("bonus:blocks")}</h2>
        <table className="data-table">
          <tbody>
            {BLOCKS.map(([what, how]) => (
              <tr key={what}>
                <th scope="row">{t(what)}</th>
                <td>{t(how)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
