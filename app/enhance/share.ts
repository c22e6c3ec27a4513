/** Offers what the phone can share a link with, instead of the one app that the link opens. */
export function answerShares() {
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("[data-share]");
    if (!link || !navigator.share) return;
    event.preventDefault();
    // Closing the offer is no failure.
    navigator.share({ url: link.dataset.share! }).catch(() => {});
  });
}
