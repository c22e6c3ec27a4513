import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { MemberOperations, RunOutcome } from "../../operations/types";
import { byteReader } from "./byte-reader";
import { badPicture, brokenOff, malformed, tooLarge, UploadFault } from "./fault";
import { HEAD_BYTES } from "./foreign";
import { receiveForm } from "./form";
import type { Codes } from "../../codes/codes";
import { outgoingForm } from "./outgoing";
import { copyOf, refuseSentBefore, transferOf, type SlipFacts } from "./slip-facts";
import { kindOf, openPicture } from "./picture";
import { idleWatch } from "./watch";

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Of the whole form. */
export const MAX_FORM_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** How long an upload may last, and how long nothing of it may move. */
export interface UploadTimes {
  wholeMs: number;
  idleMs: number;
}

/** A larger file is not looked into: a phone's screen is smaller, and pictures that wait for a look take memory. */
const MAX_LOOKED_INTO = 4 * 1024 * 1024;

/** What an upload needs of its member. */
export interface Sender {
  operations: MemberOperations;
  /** Whether a form key was made for this session. */
  holds(formKey: string): boolean;
  /** Counts one upload. Null, or the seconds until the next. */
  limit(): Promise<number | null>;
  /** Looks for the code of a slip in its picture. */
  codes: Pick<Codes, "slipCode">;
  /** Whether the operator has found a slip of its list wanting: the member may well send a better picture of it. */
  failed(reference: string): Promise<boolean>;
}

/**
 * Takes a form with a slip in it and hands its picture to the operator while it comes in, at most once for a form. The
 * operator is connected to only after the form is known to be ours and the picture to be one.
 * @returns null when the form is not ours. @throws UploadFault
 */
export async function receiveSlip(
  request: IncomingMessage,
  { operations, holds, limit, codes, failed }: Sender,
  { wholeMs, idleMs }: UploadTimes,
): Promise<RunOutcome | null> {
  const tooSlow = () => form.stop(brokenOff());
  const watch = idleWatch(idleMs, tooSlow);
  const deadline = setTimeout(tooSlow, wholeMs);
  const form = receiveForm(request, { most: MAX_FORM_BYTES, onBytes: watch.touch });
  try {
    const { fields, file } = await form.opened;
    const formKey = fields.get("k") ?? "";
    if (!holds(formKey)) return null;
    if (!file) throw noFile();

    const hash = createHash("sha256");
    const copy = copyOf(MAX_LOOKED_INTO);
    const note = (bytes: Buffer) => {
      hash.update(bytes);
      copy.add(bytes);
    };
    const reader = byteReader(checked(file.stream, note));
    const head = Buffer.from(await reader.peek(HEAD_BYTES));
    if (head.length === 0) throw file.name === "" ? noFile() : badPicture();
    const kind = kindOf(file, head);
    if (!kind) throw badPicture();
    const picture = await openPicture(kind, reader);
    if ((await limit()) !== null) throw new UploadFault(429, "errors:REQUEST_LIMIT");

    const earlier = await operations.recent("uploadSlip");
    const bankCode = /^[\w-]{1,20}$/.exec(fields.get("bankCode") ?? "")?.[0] ?? null;
    const told: SlipFacts = { sha256: "", transfer: null };
    const slip = {
      ...outgoingForm({
        fields: bankCode ? { bankCode } : {},
        kind,
        picture,
        onBytes: watch.touch,
        mayEnd: async () => {
          await form.whole;
          watch.stop();
          clearTimeout(deadline);
          told.sha256 = hash.digest("hex");
          const whole = copy.whole();
          const found = whole && (await codes.slipCode(whole, kind.type));
          told.transfer = transferOf(found);
          if (fields.get("confirmed") !== "1") await refuseSentBefore(earlier, told, failed);
        },
      }),
      facts: () => told,
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

/** The bytes of the file as they come, counted. @throws UploadFault */
async function* checked(stream: Readable, note: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      count += bytes.length;
      if (count > MAX_FILE_BYTES) throw tooLarge();
      note(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof UploadFault ? error : malformed();
  }
}
