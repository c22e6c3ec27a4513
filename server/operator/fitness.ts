import type { OperatorClient, Probe } from "./client";
import { lookup } from "./contract/lookup";

/**
 * What a read says about the operator. `down`: no answer, or a failure of its own. `slow`: connected, and no answer in
 * time. `misfit`: something answers there, but not as this app's operator, so no call can work. `reason` names a setting
 * or a status, never a value.
 */
export type Fitness = { state: "up" } | { state: "slow" | "down" | "misfit"; reason: string };

/** Milliseconds until a probe counts as slow. */
const DEADLINE_MS = 2_000;

/** A read that every guest may make, that needs no token, and that is answered even if the service has ended. */
const READ = lookup.lookupActive;

export const probeOperator = async (client: Pick<OperatorClient, "probe">, deadlineMs = DEADLINE_MS) =>
  fitnessOf(await client.probe(READ, {}, deadlineMs));

const MARKER_REFUSED = "OPERATOR_MARKER: the operator refuses this value";
const NOT_THE_API = "OPERATOR_API_URL: what answers there is not the operator's API";
const REFUSED = "the operator refuses every call of this app";

function fitnessOf({ wire, result }: Probe<typeof READ>): Fitness {
  if (wire.kind === "not-sent") return { state: "down", reason: wire.cause };
  if (wire.kind === "broken") return broken(wire.cause);
  if (result.kind === "answer" || result.kind === "gone") return { state: "up" };
  if (result.kind === "refused" && result.code === "REQUEST_LIMIT") return { state: "up" };
  if (result.kind === "refused" && /^KEY_(MISSING|INVALID)$/.test(result.code))
    return { state: "misfit", reason: MARKER_REFUSED };
  const { status } = wire;
  if (status >= 500 || isFailure(result)) return { state: "down", reason: `status ${status}` };
  const reason = status === 401 || status === 403 ? REFUSED : NOT_THE_API;
  return { state: "misfit", reason: `${reason} (status ${status})` };
}

function broken(cause: string): Fitness {
  if (cause === "deadline") return { state: "slow", reason: cause };
  return cause === "too-large" ? { state: "misfit", reason: NOT_THE_API } : { state: "down", reason: cause };
}

/** A failure in the words of the API, whatever the status. */
const isFailure = (result: Probe<typeof READ>["result"]) => result.kind === "unknown" && /^[A-Z_]+$/.test(result.cause);
