import type { AriaAttributes, ReactNode } from "react";

interface Props extends Pick<AriaAttributes, "aria-label" | "aria-labelledby"> {
  heads: readonly string[];
  /** Rows; each cell carries its column heading as `data-label`. */
  children: ReactNode;
}

/** A table whose rows become cards on a narrow screen. The roles are explicit because CSS `display` removes them. */
export function CardTable({ heads, children, ...named }: Props) {
  return (
    <table className="data-table" data-variant="cards" role="table" {...named}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}
