/**
 * The only script of the product: it makes finished pages quicker to use. Every page is complete without it,
 * and every feature stands alone: remove a line, and the others go on.
 */
import { answerCopies } from "./copy";
import { countDown } from "./countdown";
import { fillAmounts } from "./amounts";
import { markPending } from "./pending";
import { poll } from "./poll";
import { reloadStale } from "./stale";
import { revealPasswords } from "./reveal";
import { closeToasts } from "./toasts";
import { showUploads } from "./upload";

document.documentElement.dataset.js = "";

for (const feature of [
  markPending,
  reloadStale,
  revealPasswords,
  answerCopies,
  fillAmounts,
  countDown,
  showUploads,
  poll,
  closeToasts,
])
  feature();
