import type { Core } from "./core";
import { read } from "./evidence";
import { ABSENT, UNCLEAR, type Listed } from "./listed";
import type { OperatorAuth, QrView, SlipRow } from "./port";
import { entriesOf, PROOFS, type OpInput } from "./proofs";
import { findSpin } from "./spin";
import { isFromLost, type MemberRecords } from "./records";
import type { OpRecord } from "./types";

/**
 * Whether a QR or a slip shows that an operation happened. Operations of these kinds may overlap, so it must not be one
 * that another operation has made.
 * @param records reads the member's records: those from after the list, in which whoever made its entries has begun
 * @throws ReadFailed, TimedOut
 */
export async function findByList(
  core: Core,
  auth: OperatorAuth,
  op: OpRecord,
  records: () => Promise<MemberRecords>,
): Promise<Listed> {
  const { evidence } = PROOFS[op.op];
  const others = async (): Promise<Others> => {
    const { recent, taken, lost } = await records();
    const rest = recent.filter(({ id }) => id !== op.id);
    return {
      rivals: rest.filter((other) => other.op === op.op),
      entries: new Set([...taken, ...rest.flatMap(entriesOf)]),
      lost,
    };
  };
  if (evidence.by === "qr") {
    const qr = await read(core, () => core.operator.qr(auth, String((op.input as OpInput).bankCode)));
    return evidence.happened(qr, op.base, op.input as OpInput) ? madeBy(op, qr, await others()) : ABSENT;
  }
  if (evidence.by === "prizes") return findSpin(core, auth, op);
  const slips = await read(core, () => core.operator.slips(auth));
  return sentBy(op, slips, await others());
}

/** What else may have made an entry of a list. */
interface Others {
  /** The member's other operations of this kind. */
  rivals: readonly OpRecord[];
  /** The entries that other operations have made. */
  entries: ReadonlySet<string>;
  lost: MemberRecords["lost"];
}

/** Slips have nothing that tells whose they are, but those that were accepted have a reference. */
function sentBy(op: OpRecord, slips: readonly SlipRow[], { rivals, entries, lost }: Others): Listed {
  if (rivals.some(({ state }) => state === "inflight")) return UNCLEAR;
  const { horizon, owed } = op.base;
  const later = slips.filter(
    ({ createdAt, reference }) =>
      (horizon === null || createdAt.getTime() > horizon) && (reference === null || !entries.has(reference)),
  );
  const rest = later.length - owed;
  const mine = later.at(-1);
  if (!mine || rest <= 0) return ABSENT;
  // With fewer slips than lost ones, whose they are is not known before one of them is settled.
  const unknown = rivals.filter((rival) => mayHaveSentAfter(op, rival)).length;
  if (rest <= unknown || isFromLost(mine, lost)) return UNCLEAR;
  return { finding: "happened", output: { reference: mine.reference } };
}

/** Whether the slip of another upload may have come after this one began, and nothing tells whose it is. */
const mayHaveSentAfter = (op: OpRecord, { state, startedAt, checkUntil }: OpRecord) =>
  state === "unknown" || (state === "review" && (checkUntil ?? startedAt) > op.startedAt);

/** A new QR replaces the one before, so only the last one that was made can be the open one. */
function madeBy(op: OpRecord, qr: QrView, { rivals, entries }: Others): Listed {
  if (op.op !== "createQr") return { finding: "happened", output: op.output };
  if (rivals.some(({ state }) => state === "inflight")) return UNCLEAR;
  const isReplaced = rivals.some(({ seq, state }) => seq > op.seq && (state === "unknown" || state === "done"));
  const isTheirs = qr.qrcodeId !== null && entries.has(qr.qrcodeId);
  return isReplaced || isTheirs ? ABSENT : { finding: "happened", output: { ...qr } };
}
