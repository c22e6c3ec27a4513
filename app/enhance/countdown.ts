import { reload } from "./reload";

/**
 * Counts down the time a QR code has left, and reloads the page at the end. It uses the server's time at rendering
 * (`data-now`) and the time of expiry (`data-expires`), both epoch milliseconds, because the phone's clock may be
 * wrong.
 */
export function countDown() {
  const node = document.querySelector<HTMLElement>("[data-expires]");
  const clock = node?.querySelector(".countdown-clock");
  if (!node || !clock) return;
  const left = Number(node.dataset.expires) - Number(node.dataset.now);
  const started = performance.now();
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((left - (performance.now() - started)) / 1000));
    clock.textContent = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
    if (seconds === 0) return reload();
    setTimeout(tick, 1000);
  };
  tick();
}
