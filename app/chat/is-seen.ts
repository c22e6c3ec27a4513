/** Whether the page is seen: not in a tab in the background, nor while the window over another page is closed. */
export const isSeen = () => document.visibilityState === "visible" && (frameElement?.closest("dialog")?.open ?? true);
