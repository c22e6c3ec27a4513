/**
 * Ticks the clock of a QR code. The server's time at rendering (`data-now`) and the moment of expiry (`data-expires`),
 * both epoch milliseconds, make it right on a phone whose own clock is wrong.
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
    if (seconds === 0) return location.reload();
    setTimeout(tick, 1000);
  };
  tick();
}
