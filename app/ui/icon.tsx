import { iconPaths, type IconName } from "./icon-paths";
import { trusted } from "./trusted";

/** An icon of the design kit, hidden from screen readers: the text beside it says the same. */
export function Icon({ name, size }: { name: IconName; size?: "small" }) {
  return (
    <svg
      className="icon"
      data-size={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: trusted(iconPaths[name]) }}
    />
  );
}

export type { IconName };
