/**
 * The only client script. Every page works without it, and every feature works without the others.
 */
import { answerCopies } from "./copy";
import { launchGames } from "./launch";
import { countDown } from "./countdown";
import { runElapsed } from "./elapsed";
import { fillAmounts } from "./amounts";
import { markPending } from "./pending";
import { keepOfflinePage } from "./offline";
import { poll } from "./poll";
import { reloadStale } from "./stale";
import { revealPasswords } from "./reveal";
import { answerShares } from "./share";
import { fillSmsCode } from "./sms-code";
import { openChat } from "./chat";
import { showUploads } from "./upload";

document.documentElement.dataset.js = "";

for (const feature of [
  markPending,
  reloadStale,
  revealPasswords,
  answerCopies,
  answerShares,
  fillAmounts,
  countDown,
  runElapsed,
  showUploads,
  poll,
  keepOfflinePage,
  fillSmsCode,
  launchGames,
  openChat,
])
  feature();
