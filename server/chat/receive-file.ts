import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { CallAuth, OperatorClient } from "../operator/client";
import type { ChatMessage } from "../operator/contract/chat";
import { endpoints } from "../operator/contract";
import { errorText } from "../operator/errors";
import type { PersonChat, SendEnd } from "../conversation/conversations";
import { byteReader } from "../uploads/byte-reader";
import { brokenOff, malformed, UploadFault } from "../uploads/fault";
import { HEAD_BYTES } from "../uploads/foreign";
import { receiveForm, type FormFile } from "../uploads/form";
import { outgoingForm } from "../uploads/outgoing";
import { paceWatch, type Pace } from "../uploads/watch";
import { fileKindOf, MAX_MB, tooLargeText, type FileKind } from "./file-kind";

/** Bytes of a form besides its file. */
const FORM_BYTES = 64 * 1024;
const MAX_FORM_BYTES = MAX_MB.video * 1024 * 1024 + FORM_BYTES;

/** Who sends a file, and how. */
export interface FileSender {
  chat(): PersonChat;
  auth: CallAuth;
  client: Pick<OperatorClient, "upload">;
  /** Whether we issued this form token to the browser. */
  holds(token: string): boolean;
  times: { wholeMs: number; pace: Pace };
  /** Told of the text that goes with the file, before the file is read. */
  onText(text: string): void;
}

/** Characters of a name at most: its end, which tells what it is. */
const NAME_LENGTH = 80;

/** The name of a file as it is shown: without characters that hide or turn round what follows. */
const nameOf = ({ name }: FormFile) =>
  Array.from(name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ""))
    .slice(-NAME_LENGTH)
    .join("");

const unsupported = () => new UploadFault(422, "chat:fileUnsupported");
const tooLarge = ({ fileType }: FileKind) => new UploadFault(413, tooLargeText(MAX_MB[fileType]));

/**
 * Receives a form with a file, streams the file to the operator and sends the message that carries it. The same
 * file of a form is taken once. @returns why the session ends, if it does; `foreign` if the form is not ours
 * @throws UploadFault
 */
export async function receiveFile(request: IncomingMessage, sender: FileSender): Promise<SendEnd | "foreign"> {
  const tooSlow = () => form.stop(brokenOff());
  const watch = paceWatch(sender.times.pace, tooSlow);
  const deadline = setTimeout(tooSlow, sender.times.wholeMs);
  const form = receiveForm(request, { maxBytes: MAX_FORM_BYTES, onBytes: watch.moved });
  form.whole.then(watch.stop, () => undefined);
  try {
    const { fields, file } = await form.opened;
    if (!sender.holds(fields.get("_t") ?? "")) return "foreign";
    const text = fields.get("text") ?? "";
    sender.onText(text);
    const id = fields.get("id") ?? "";
    if (!/^[\w-]{8,64}$/.test(id)) throw malformed();
    if (!file) throw new UploadFault(422, "chat:fileMissing");
    let kind: FileKind | null = null;
    const reader = byteReader(limited(file.stream as AsyncIterable<Buffer>, () => kind));
    const head = Buffer.from(await reader.peek(HEAD_BYTES));
    if (head.length === 0) throw file.name === "" ? new UploadFault(422, "chat:fileMissing") : unsupported();
    kind = fileKindOf(file, head);
    if (!kind) throw unsupported();
    if (Number(request.headers["content-length"] ?? 0) > kind.maxBytes + FORM_BYTES) throw tooLarge(kind);
    const content = await kind.open(reader);

    const mark = createHash("sha256").update(`${text}\n`).update(head).digest("base64url");
    const loading = await sender.chat().file(id, nameOf(file), mark);
    // The same form again, such as after a double tap.
    if (loading === "taken") return null;
    if (loading === "elsewhere") throw new UploadFault(503, "chat:fileFailed");
    const outgoing = outgoingForm({
      fields: {},
      kind,
      picture: content,
      onBytes: watch.moved,
      mayEnd: async () => {
        await form.whole;
        watch.stop();
        clearTimeout(deadline);
      },
    });
    const endpoint = kind.fileType === "image" ? endpoints.uploadChatImage : endpoints.uploadChatVideo;
    const result = await sender.client.upload(endpoint, outgoing, sender.auth);
    if (result.kind === "answer") return loading.done(messageOf(kind, file, result.output.path, text));
    await loading.done(null);
    if (result.kind === "login" || result.kind === "gone") return result.kind;
    const fault = outgoing.fault();
    if (fault instanceof UploadFault) throw fault;
    if (result.kind !== "refused") throw new UploadFault(503, "chat:fileFailed");
    throw result.code === "KEY_INVALID" ? unsupported() : new UploadFault(503, errorText(result.code));
  } finally {
    watch.stop();
    clearTimeout(deadline);
    form.stop(brokenOff());
  }
}

const messageOf = ({ fileType }: FileKind, file: FormFile, path: string, text: string): ChatMessage => ({
  message_type: "media",
  payload: { message: text.trim(), url: path, fileType, filePath: path, name: nameOf(file) },
  payloads: null,
});

/** Passes the file on and enforces the size limit of its kind, once that is known. @throws UploadFault */
async function* limited(stream: AsyncIterable<Buffer>, kind: () => FileKind | null): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const bytes of stream) {
      count += bytes.length;
      const known = kind();
      if (known && count > known.maxBytes) throw tooLarge(known);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof UploadFault ? error : malformed();
  }
}
