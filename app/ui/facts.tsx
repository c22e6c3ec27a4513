import type { ReactNode } from "react";

/** Label and value pairs. Pairs without a value are left out. */
export function Facts({ pairs }: { pairs: [label: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {pairs.map(([label, value]) =>
        value === null || value === undefined ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
