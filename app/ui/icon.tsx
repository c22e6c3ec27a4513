import { iconPaths, type IconName } from "./icon-paths";

/** A drawing of the design kit, always beside a text that says the same. */
export function Icon({ name, size }: { name: IconName; size?: "small" }) {
  return (
    <svg
      className="icon"
      data-size={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: iconPaths[name] }}
    />
  );
}

export type { IconName };
