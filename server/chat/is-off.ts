import type { CallAuth } from "../operator/client";
import { createPatience } from "../operator/patience";
import { bindReads } from "../operator/views";
import type { Services } from "../services";

/** Milliseconds that what is sent to the chat waits for the operator to say whether there is one. */
const PATIENCE_MS = 2_000;

/** Whether the operator has its chat switched off. If that cannot be read, it is not. */
export async function isChatOff({ client, lookups }: Pick<Services, "client" | "lookups">, auth: CallAuth) {
  const none = () => new Response();
  const reads = bindReads(client, { ...auth, patience: createPatience(PATIENCE_MS), onLogin: none, onGone: none });
  const answer = await lookups
    .through(reads, null)
    .lookupEnableChatWidget()
    .catch(() => null);
  return answer?.enableChatWidget === false;
}
