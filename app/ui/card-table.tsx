import type { AriaAttributes, ReactNode } from "react";

interface Props extends Pick<AriaAttributes, "aria-label" | "aria-labelledby"> {
  heads: readonly string[];
  /** Rows whose cells have a head each as their `data-label`. */
  children: ReactNode;
}

/** A table whose rows are cards on a narrow screen, which is why its roles are said. */
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
