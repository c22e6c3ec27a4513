import { trusted } from "./trusted";

/** A drawing of the design kit, hidden from screen readers: the text beside it says the same. */
export const Drawing = ({ paths, size }: { paths: string; size?: "small" }) => (
  <svg
    className="icon"
    data-size={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: trusted(paths) }}
  />
);
