import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { Island } from "./island";

/** Renders the conversation in place of what the server rendered. */
export const show = (log: HTMLElement, props: ComponentProps<typeof Island>) =>
  createRoot(log).render(<Island {...props} />);
