/** A page that comes back from the browser's cache may show an old balance or a used form: it is loaded anew. */
export function reloadStale() {
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
