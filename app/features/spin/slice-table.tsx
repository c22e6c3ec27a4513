import type { Markup as Clean } from "../../../server/context";
import { Markup } from "~/ui/markup";
import { useT } from "~/ui/request";

interface Props {
  slices: readonly { label: string; description: Clean }[];
}

/** The slices in words, in wheel order: for those who cannot see the wheel, or not read it. */
export function SliceTable({ slices }: Props) {
  const t = useT();
  return (
    <section className="section" aria-labelledby="slices">
      <h2 id="slices">{t("spin:slices")}</h2>
      <div className="card">
        <table className="data-table" aria-labelledby="slices">
          <thead>
            <tr>
              <th scope="col">{t("spin:slice")}</th>
              <th scope="col">{t("spin:prize")}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ label, description }, index) => (
              <tr key={index}>
                <td>{label}</td>
                <td>
                  <Markup html={description} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
