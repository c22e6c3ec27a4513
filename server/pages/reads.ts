import type { CallAuth } from "../operator/client";
import { READ_PATIENCE_MS } from "../operator/endpoint";
import { createPatience } from "../operator/patience";
import { bindReads, type OperatorReads, type ReadBinding } from "../operator/views";
import type { Services } from "../services";

/** Binds reads to one request, whose reads together take 8 s at most. `currency` of the token's member, if known. */
export type PageReads = (auth: CallAuth, currency: string | null) => OperatorReads;

export function readsOf(
  { client, lookups }: Services,
  answers: Pick<ReadBinding, "onLogin" | "onGone" | "onRefused">,
): PageReads {
  const patience = createPatience(READ_PATIENCE_MS);
  return (auth, currency) => {
    const reads = bindReads(client, { ...auth, ...answers, patience });
    return { ...reads, ...lookups.through(reads, currency) };
  };
}
