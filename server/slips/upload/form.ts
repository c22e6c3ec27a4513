import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { brokenOff, malformed, tooLarge, type UploadFault } from "./fault";

/** The file of a form, not read yet. `name` is empty where none was picked. */
export interface FormFile {
  name: string;
  /** The type that the browser declares. */
  type: string;
  stream: Readable;
}

/** A multipart form that is still coming in. */
export interface IncomingForm {
  /** The fields before the file, and the file; null when the form has none. Rejects with an `UploadFault`. */
  opened: Promise<{ fields: Map<string, string>; file: FormFile | null }>;
  /** The whole form has come and is sound. Rejects with an `UploadFault`. */
  whole: Promise<void>;
  /** Reads no more of it, and makes whoever reads its file fail. */
  stop(fault: UploadFault): void;
}

interface Options {
  /** Bytes of the whole body. */
  most: number;
  /** Called whenever bytes come in. */
  onBytes: () => void;
}

const LIMITS = { files: 1, fields: 8, parts: 12, fieldNameSize: 40, fieldSize: 200, headerPairs: 20 };

/** Starts to read a form of fields and at most one file, which comes last. Nothing is kept but the fields. */
export function receiveForm(request: IncomingMessage, { most, onBytes }: Options): IncomingForm {
  const opened = deferred<Awaited<IncomingForm["opened"]>>();
  const whole = deferred<void>();
  const fields = new Map<string, string>();
  let file: FormFile | null = null;
  let ended = false;
  let received = 0;
  let parser: busboy.Busboy | null = null;

  const stop = (fault: UploadFault) => {
    if (ended) return;
    ended = true;
    if (parser) request.unpipe(parser);
    opened.reject(fault);
    whole.reject(fault);
    file?.stream.destroy(fault);
  };
  const form = { opened: opened.promise, whole: whole.promise, stop };

  try {
    parser = busboy({ headers: request.headers, limits: LIMITS });
  } catch {
    // No boundary, or one that cannot be.
    stop(malformed());
    return form;
  }
  parser.on("field", (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || fields.has(name)) stop(malformed());
    else fields.set(name, value);
  });
  parser.on("file", (name, stream, info) => {
    // Its failure is told to whoever reads it.
    stream.on("error", () => undefined);
    if (name !== "file" || file || ended) {
      stream.resume();
      return stop(malformed());
    }
    file = { name: info.filename ?? "", type: info.mimeType, stream };
    opened.resolve({ fields: new Map(fields), file });
  });
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const) parser.on(limit, () => stop(malformed()));
  parser.on("error", () => stop(malformed()));
  parser.on("close", () => {
    if (ended) return;
    ended = true;
    opened.resolve({ fields, file: null });
    whole.resolve();
  });

  request.on("data", (chunk: Buffer) => {
    onBytes();
    received += chunk.length;
    if (received > most) stop(tooLarge());
  });
  request.on("error", () => stop(brokenOff()));
  request.on("close", () => {
    if (!request.complete) stop(brokenOff());
  });
  request.pipe(parser);
  return form;
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (fault: UploadFault) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // It may fail before anybody waits for it.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
