import { html, type Markup } from "./html";
import { callsSection } from "./page-calls";
import { chatSection } from "./page-chat";
import { faultSection } from "./page-faults";
import { deskHref, frame } from "./page-frame";
import { verdict } from "./page-ledger";
import { membersSection } from "./page-members";
import { time } from "./page-parts";
import { scenarioSection } from "./page-scenarios";
import { settingsSection } from "./page-settings";
import { waitingSection } from "./page-waiting";
import { worldSection } from "./page-world";
import type { View } from "./view";

/** The operator's side of the sandbox on one page. */
export const deskPage = (view: View): Markup =>
  frame(
    view,
    "desk",
    "The operator's desk",
    scenarioSection(view),
    waitingSection(view),
    callsSection(view),
    worldSection(view),
    chatSection(view),
    membersSection(view),
    faultSection(view),
    settingsSection(view),
    html`<section aria-labelledby="books">
      <h2 id="books">Ledger</h2>
      ${verdict(view)}
      <p><a href="${deskHref(view, "ledger")}" data-page>Open the ledger</a></p>
      <p class="meta">Market ${view.facts.market}, ${time(view.facts.now())} at UTC+7 on the sandbox's clock.</p>
    </section>`,
  );
