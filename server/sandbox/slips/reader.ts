import { deposit } from "../ledger/deposits";
import { bankAccountOf, memberById, type Member } from "../ledger/members";
import { collectingAccounts, madeSlipByTransRef, type MadeSlip, type SlipNote } from "./made-slips";
import { readMiniQr } from "../../codes/mini-qr";
import type { ImageType } from "../../codes/image-type";
import type { World } from "../world";

/** An uploaded slip. Times are epoch milliseconds. */
export interface Slip {
  reference: string;
  member: string;
  bankCode: string | null;
  createdAt: number;
  readAt: number;
  type: ImageType;
  signature: string;
  status: "PENDING" | "SUCCESS" | "FAILED";
  /** Minor units; null until read. */
  amount: number | null;
  note: SlipNote | null;
  transRef: string | null;
}

/** All columns of a slip except the image. */
export const SLIP_COLUMNS =
  "reference, member, bankCode, createdAt, readAt, type, signature, status, amount, note, transRef";

export const imageOf = ({ database }: World, reference: string): Buffer | null => {
  const image = database.get<{ image: Uint8Array | null }>(
    "SELECT image FROM slip WHERE reference = ?",
    reference,
  )?.image;
  return image ? Buffer.from(image) : null;
};

const MAX_MEGAPIXELS = 25;

interface Case {
  world: World;
  slip: Slip;
  member: Member;
  made: MadeSlip;
}

/** The checks of a transfer that the bank knows, in this order: the reason code, and whether it applies. */
const objections: [SlipNote, (facts: Case) => boolean][] = [
  [
    "DEST_ACC_INVALID",
    ({ made }) =>
      !collectingAccounts(made.currency).some(
        ({ bankCode, bankAccountNo }) => bankCode === made.toBank && bankAccountNo === made.toNumber,
      ),
  ],
  [
    "NOT_MATCH",
    ({ world, member, made }) => {
      const own = bankAccountOf(world, member);
      return own?.code !== made.fromBank || own.number !== made.fromNumber;
    },
  ],
  [
    "SLIP_REFNO_DUPLICATED",
    ({ world, made }) =>
      made.used === 1 ||
      world.database.get("SELECT 1 FROM slip WHERE transRef = ? AND status = 'SUCCESS'", made.transRef) !== undefined,
  ],
  [
    "EXPIRED_SLIP",
    ({ world, slip, made }) => slip.createdAt - made.paidAt > world.switches.current.slipWithinMinutes * 60_000,
  ],
];

type Verdict = Pick<Slip, "note"> & { made?: MadeSlip };

/** Reads and checks a slip. Without a `note` it is accepted. */
async function read(world: World, slip: Slip, member: Member): Promise<Verdict> {
  const image = imageOf(world, slip.reference);
  if (!image) return { note: "UPLOADED_FILE_NOT_EXIST" };
  const reading = await world.codes.read({ bytes: image, type: slip.type, maxMegapixels: MAX_MEGAPIXELS });
  if (!reading) throw new Error("The picture of the slip was not read.");
  if ("fault" in reading)
    return { note: reading.fault === "size" ? "IMG_SIZE_UNABLE_TO_PROCESS" : "CANNOT_READ_CROPPED_IMAGE" };
  const qr = readMiniQr(reading.text);
  if (!qr) return { note: "INVALID_SLIP" };
  if (!/^[A-Za-z0-9]{8,25}$/.test(qr.transRef)) return { note: "UNSTABLE_REFNO_ON_SLIP" };
  const made = madeSlipByTransRef(world, qr.transRef);
  if (!made?.known) return { note: "INVALID_SLIP" };
  if (made.trouble) return { note: made.trouble };
  return { note: objections.find(([, holds]) => holds({ world, slip, member, made }))?.[0] ?? null, made };
}

/** Reads a pending slip, and credits or fails it once. */
async function settle(world: World, slip: Slip): Promise<void> {
  const member = memberById(world, slip.member)!;
  let verdict: Verdict;
  try {
    verdict = await read(world, slip, member);
  } catch (error) {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    verdict = { note: "UNKNOW_ERROR" };
  }
  const { note, made } = verdict;
  world.database.atomically(() => {
    const { changes } = world.database.run(
      "UPDATE slip SET status = ?, note = ?, amount = ?, transRef = ? WHERE reference = ? AND status = 'PENDING'",
      note ? "FAILED" : "SUCCESS",
      note,
      made?.amount ?? null,
      made?.transRef ?? null,
      slip.reference,
    );
    if (changes === 0) return;
    if (note === "UPLOADED_FILE_NOT_EXIST")
      world.database.run("UPDATE slip SET image = NULL WHERE reference = ?", slip.reference);
    if (!note && made) deposit(world, member, { bankCode: made.toBank, amount: made.amount });
  });
}

/** Pending slips that are due by `dueBy` (epoch milliseconds), of one member or of all. */
const pending = (world: World, { memberId, dueBy }: { memberId?: string; dueBy: number }): Slip[] =>
  world.database.all<Slip>(
    `SELECT ${SLIP_COLUMNS} FROM slip WHERE status = 'PENDING' AND readAt <= ? AND member = COALESCE(?, member)
     ORDER BY readAt, rowid`,
    dueBy,
    memberId ?? null,
  );

/** Slips being read, by reference, so that each slip is read only once. */
const reading = new WeakMap<World, Map<string, Promise<void>>>();

async function settleAll(world: World, slips: Slip[]): Promise<void> {
  const running = reading.get(world) ?? new Map<string, Promise<void>>();
  reading.set(world, running);
  const start = (slip: Slip) => {
    const work = settle(world, slip).finally(() => running.delete(slip.reference));
    running.set(slip.reference, work);
    return work;
  };
  await Promise.all(slips.map((slip) => running.get(slip.reference) ?? start(slip)));
}

/** Reads the slips that are due. */
export const readDueSlips = (world: World): Promise<void> => settleAll(world, pending(world, { dueBy: world.now() }));

/** Reads pending slips now: one by its reference, all of a member, or all. Returns how many. */
export async function readSlips(world: World, which: { reference?: string; memberId?: string }): Promise<number> {
  const chosen = pending(world, { memberId: which.memberId, dueBy: Number.MAX_SAFE_INTEGER }).filter(
    ({ reference }) => which.reference === undefined || reference === which.reference,
  );
  await settleAll(world, chosen);
  return chosen.length;
}
