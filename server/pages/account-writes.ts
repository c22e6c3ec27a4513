import type { AccountChange } from "../audit/line";
import type { Identity } from "../context";
import { shortAddress } from "../http/network";
import type { CallAuth } from "../operator/client";
import { bindAccountWrites, type AccountWrites, type WriteOutcome } from "../operator/views";
import type { Services } from "../services";

/** The writes that change how a member signs in, or where withdrawals go. */
const AUDITED = ["updateProfile", "updateBankAccountName", "changePassword"] as const satisfies AccountChange[];

const stateOf = ({ kind }: WriteOutcome<unknown>) =>
  kind === "answer" ? "done" : kind === "unknown" ? "unknown" : "rejected";

/** The account writes of one request. Those that matter leave two lines in the audit trail: when sent, and answered. */
export function auditedWrites({ client, trail }: Services, auth: CallAuth, member: Identity | null): AccountWrites {
  const writes = bindAccountWrites(client, auth);
  const { requestId = "", clientIp = "" } = auth;
  const audited = (operation: (typeof AUDITED)[number]) => async (input: never) => {
    const facts = { memberId: member!.id, operation, requestId, network: shortAddress(clientIp) };
    trail.account({ ...facts, step: "sent", state: "inflight", code: null });
    const outcome = await writes[operation](input);
    trail.account({
      ...facts,
      step: "answered",
      state: stateOf(outcome),
      code: "code" in outcome ? (outcome.code ?? null) : null,
    });
    return outcome;
  };
  if (!member) return writes;
  return { ...writes, ...Object.fromEntries(AUDITED.map((operation) => [operation, audited(operation)])) };
}
