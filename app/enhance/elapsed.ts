import { formatElapsed } from "~/lib/elapsed";

/** Lets the time on this site run on. It counts from the time in the page: the phone's clock may be wrong. */
export function runElapsed() {
  const node = document.querySelector(".strip time");
  if (!node) return;
  const shown = node.textContent!.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const began = performance.now() - shown * 1000;
  setInterval(() => (node.textContent = formatElapsed(Math.floor((performance.now() - began) / 1000))), 1000);
}
