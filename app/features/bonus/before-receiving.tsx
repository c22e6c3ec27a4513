import type { Markup as Clean } from "../../../server/context";
import { Alert } from "~/ui/alert";
import { Markup } from "~/ui/markup";
import { useT } from "~/ui/request";

const BLOCKS = [
  ["bonus:blocksDeposit", "bonus:closed"],
  ["bonus:blocksWithdrawal", "bonus:closed"],
  ["bonus:blocksGames", "bonus:open"],
] as const;

/** What a member must know before receiving a bonus or promotion: the operator's notice, and what it blocks. */
export function BeforeReceiving({ notice }: { notice: Clean | null }) {
  const t = useT();
  return (
    <>
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
