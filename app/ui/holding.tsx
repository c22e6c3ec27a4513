import { Money } from "./money";
import { useT } from "./request";

interface Props {
  /** Minor units; null if it is not known. */
  amount: number | null;
  size?: "large" | "display";
}

/** A balance, or a dash and a word: one that could not be read is never shown as zero. */
export function Holding({ amount, size }: Props) {
  const t = useT();
  return amount === null ? (
    <span className="meta">{`– ${t("common:notKnown")}`}</span>
  ) : (
    <Money amount={amount} size={size} />
  );
}
