import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { MemberOperations, OpView, RunOutcome } from "../operations/types";
import { byteReader } from "./byte-reader";
import { badPicture, brokenOff, malformed, tooLarge, UploadFault } from "./fault";
import { HEAD_BYTES } from "./foreign";
import { receiveForm } from "./form";
import { outgoingForm, type SlipForm } from "./outgoing";
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

/** What an upload needs of its member. */
export interface Sender {
  operations: MemberOperations;
  /** Whether a form key was made for this session. */
  holds(formKey: string): boolean;
  /** Counts one upload. Null, or the seconds until the next. */
  limit(): Promise<number | null>;
}

/**
 * Takes a form with a slip in it and hands its picture to the operator while it comes in, at most once for a form. The
 * operator is connected to only after the form is known to be ours and the picture to be one.
 * @returns null when the form is not ours. @throws UploadFault
 */
export async function receiveSlip(
  request: IncomingMessage,
  { operations, holds, limit }: Sender,
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
    const reader = byteReader(checked(file.stream, (bytes) => hash.update(bytes)));
    const head = Buffer.from(await reader.peek(HEAD_BYTES));
    if (head.length === 0) throw file.name === "" ? noFile() : badPicture();
    const kind = kindOf(file, head);
    if (!kind) throw badPicture();
    const picture = await openPicture(kind, reader);
    if ((await limit()) !== null) throw new UploadFault(429, "errors:REQUEST_LIMIT");

    const earlier = await operations.recent("uploadSlip");
    const bankCode = /^[\w-]{1,20}$/.exec(fields.get("bankCode") ?? "")?.[0] ?? null;
    let sha256 = "";
    const slip: SlipForm = {
      ...outgoingForm({
        fields: bankCode ? { bankCode } : {},
        kind,
        picture,
        onBytes: watch.touch,
        mayEnd: async () => {
          await form.whole;
          watch.stop();
          clearTimeout(deadline);
          sha256 = hash.digest("hex");
          const same = earlier.find((op) => op.state === "done" && sha256Of(op) === sha256);
          if (same && fields.get("confirmed") !== "1")
            throw new UploadFault(409, "slips:samePicture", { at: same.startedAt });
        },
      }),
      sha256: () => sha256,
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

const sha256Of = ({ output }: OpView) =>
  typeof output === "object" && output !== null && "sha256" in output ? output.sha256 : null;

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
