import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { MemberOperations, RunOutcome } from "../../operations/types";
import { byteReader } from "../../uploads/byte-reader";
import { badPicture, brokenOff, malformed, tooLarge, UploadFault } from "../../uploads/fault";
import { HEAD_BYTES } from "../../uploads/foreign";
import { receiveForm } from "../../uploads/form";
import type { Codes } from "../../codes/codes";
import { outgoingForm } from "../../uploads/outgoing";
import { copyOf, refuseSentBefore, transferOf, type SlipFacts } from "./slip-facts";
import { kindOf, openPicture } from "../../uploads/picture";
import { paceWatch, type Pace } from "../../uploads/watch";

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Limit for the whole form. */
export const MAX_FORM_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** Limits of an upload: milliseconds in all, and how fast it must move. */
export interface UploadTimes {
  wholeMs: number;
  pace: Pace;
}

/** Larger files are not read for their code. Screenshots are smaller, and files that wait to be read take memory. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** The member who uploads, and what the upload needs from the rest of the server. */
export interface Sender {
  operations: MemberOperations;
  /** Whether we issued this form key for the member's session. */
  holds(formKey: string): boolean;
  /** Counts one upload. Null, or the seconds until the next one is allowed. */
  limit(): Promise<number | null>;
  codes: Pick<Codes, "slipCode">;
  /** Whether the operator has failed the slip with this reference; then a better picture may be sent. */
  failed(reference: string): Promise<boolean>;
}

/**
 * Receives a form with a slip and streams its picture to the operator, at most once per form. It connects to the
 * operator only after it has verified the form key and the type of the picture.
 * @returns null if the form is not ours
 * @throws UploadFault
 */
export async function receiveSlip(
  request: IncomingMessage,
  { operations, holds, limit, codes, failed }: Sender,
  { wholeMs, pace }: UploadTimes,
): Promise<RunOutcome | null> {
  const tooSlow = () => form.stop(brokenOff());
  const watch = paceWatch(pace, tooSlow);
  const deadline = setTimeout(tooSlow, wholeMs);
  const form = receiveForm(request, { maxBytes: MAX_FORM_BYTES, onBytes: watch.moved });
  // From here on it is the operator's pace.
  form.whole.then(watch.stop, () => undefined);
  try {
    const { fields, file } = await form.opened;
    const formKey = fields.get("k") ?? "";
    if (!holds(formKey)) return null;
    if (!file) throw noFile();

    const hash = createHash("sha256");
    const copy = copyOf(MAX_READ_BYTES);
    const record = (bytes: Buffer) => {
      hash.update(bytes);
      copy.add(bytes);
    };
    const reader = byteReader(checked(file.stream, record));
    const head = Buffer.from(await reader.peek(HEAD_BYTES));
    if (head.length === 0) throw file.name === "" ? noFile() : badPicture();
    const kind = kindOf(file, head);
    if (!kind) throw badPicture();
    const picture = await openPicture(kind, reader);
    if ((await limit()) !== null) throw new UploadFault(429, "errors:REQUEST_LIMIT");

    const earlier = await operations.recent("uploadSlip");
    const bankCode = /^[\w-]{1,20}$/.exec(fields.get("bankCode") ?? "")?.[0] ?? null;
    const facts: SlipFacts = { sha256: "", transfer: null };
    const slip = {
      ...outgoingForm({
        fields: bankCode ? { bankCode } : {},
        kind,
        picture,
        onBytes: watch.moved,
        mayEnd: async () => {
          await form.whole;
          watch.stop();
          clearTimeout(deadline);
          facts.sha256 = hash.digest("hex");
          const whole = copy.whole();
          const found = whole && (await codes.slipCode(whole, kind.type));
          facts.transfer = transferOf(found);
          if (fields.get("confirmed") !== "1") await refuseSentBefore(earlier, facts, failed);
        },
      }),
      facts: () => facts,
    };
    const input = { bankCode, head: createHash("sha256").update(head).digest("hex") };
    const outcome = await operations.run("uploadSlip", input, formKey, { unrecorded: slip, handedOver: slip.over });
    const fault = slip.fault();
    if (outcome.kind === "closed" && fault instanceof UploadFault) throw fault;
    return outcome;
  } finally {
    watch.stop();
    clearTimeout(deadline);
    form.stop(brokenOff());
  }
}

const noFile = () => new UploadFault(422, "errors:SLIP_NO_FILE");

/** Passes the file on and enforces its size limit. @throws UploadFault */
async function* checked(stream: Readable, record: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      count += bytes.length;
      if (count > MAX_FILE_BYTES) throw tooLarge();
      record(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof UploadFault ? error : malformed();
  }
}
