import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Island } from "./island";

/** Renders the conversation in place of what the server rendered. The focus stays where it was. */
export function show(log: HTMLElement, props: ComponentProps<typeof Island>) {
  const { activeElement } = document;
  const twins = () =>
    [...log.querySelectorAll<HTMLElement>("a,button,input,video")].filter(
      ({ outerHTML }) => outerHTML === activeElement?.outerHTML,
    );
  const place = twins().indexOf(activeElement as HTMLElement);
  flushSync(() => createRoot(log).render(<Island {...props} />));
  twins()[place]?.focus({ preventScroll: true });
}
