import { Drawing } from "./drawing";
import { iconPaths, type IconName } from "./icon-paths";

/** The drawing of this name. */
export const Icon = ({ name, size }: { name: IconName; size?: "small" }) => (
  <Drawing paths={iconPaths[name]} size={size} />
);

export type { IconName };
