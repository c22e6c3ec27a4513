import type { OpRecord } from "./types";

/** Identifies one lifetime of the records. A store that is new or was wiped starts a new epoch. */
export interface Epoch {
  /** 8 random bytes, hex. */
  id: string;
  /** Epoch milliseconds. */
  bornAt: number;
  /** Epoch milliseconds. Until then money is closed, because lost operations may still be in flight at the operator. */
  openAt: number;
  /** Epochs before it that had lost something too, in the last day. */
  earlier?: readonly Birth[];
}

/** When an epoch began and opened, epoch milliseconds. */
export type Birth = Pick<Epoch, "bornAt" | "openAt">;

/** A time in which operations may have run whose records were lost, epoch milliseconds. */
export interface Loss {
  from: number;
  to: number;
}

/** The records of one member. Treat as immutable. */
export interface MemberRecords {
  epoch: string;
  /** Counts the writes; 0 if nothing is stored. */
  version: number;
  seq: number;
  /** Forms with a sequence from `floor` to `seq` are fresh: nothing was sent since they were issued. */
  floor: number;
  /** The latest operations, and older ones whose rows may still appear, oldest first. */
  recent: readonly OpRecord[];
  /** Marks of rows, and references of slips and QRs, that belong to older operations. */
  taken: readonly string[];
  /** When they were read, by the store's clock, epoch milliseconds. */
  at: number;
  lost: readonly Loss[];
}

/** The records as a backend stores them. */
export type StoredRecords = Omit<MemberRecords, "at" | "lost" | "taken"> & { taken?: readonly string[] };

/** An operation that is about to begin; the store assigns its sequence and its times. */
export type NewOp = Omit<OpRecord, "seq" | "keySeq" | "floor" | "startedAt" | "leaseUntil">;

/** How long before an epoch the records may have been lost that it missed, in milliseconds. */
const LOST_BEFORE_MS = 2 * 60_000;

/** The epochs, this one and those before, that began because records were lost. */
export const lossyBirths = ({ bornAt, openAt, earlier = [] }: Epoch): readonly Birth[] =>
  openAt > bornAt ? [...earlier, { bornAt, openAt }] : earlier;

export const lostIn = (epoch: Epoch): readonly Loss[] =>
  lossyBirths(epoch).map(({ bornAt, openAt }) => ({ from: bornAt - LOST_BEFORE_MS, to: openAt }));

/** Whether a row or a slip is from the time of lost operations: it may be of one that nobody knows any more. */
export const isFromLost = ({ createdAt }: { createdAt: Date }, lost: MemberRecords["lost"]): boolean =>
  lost.some(({ from, to }) => createdAt.getTime() >= from && createdAt.getTime() <= to);
