/** Reloads pages restored from the back/forward cache: they may show an old balance or a used form. */
export function reloadStale() {
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
