import type { ReactNode } from "react";
import { Icon } from "./icon";

/** The longest code that fits into a mark. */
const FITS = 5;

/** A bank or payment provider by its code. */
export const BankMark = ({ code }: { code: string }) => (
  <span className="mark" data-bank={code} aria-hidden="true">
    {code.length > FITS ? <Icon name="qr" /> : code}
  </span>
);

/** A bank's mark with lines about an account there. */
export const BankRow = ({ code, children, variant }: { code: string; children: ReactNode; variant?: "plain" }) => (
  <div className="row" data-variant={variant}>
    <BankMark code={code} />
    <div className="row-main">{children}</div>
  </div>
);
