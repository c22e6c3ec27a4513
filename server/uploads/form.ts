import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { brokenOff, malformed, tooLarge, type UploadFault } from "./fault";

/** The file of a form, not read yet. `name` is empty if the member picked none. */
export interface FormFile {
  name: string;
  /** MIME type declared by the browser. */
  type: string;
  stream: Readable;
}

/** A multipart form that is still arriving. */
export interface IncomingForm {
  /** Resolves at the file, or at the end of a form without one. Rejects with an `UploadFault`. */
  opened: Promise<{ fields: Map<string, string>; file: FormFile | null }>;
  /** Resolves when the whole form has arrived and is valid. Rejects with an `UploadFault`. */
  whole: Promise<void>;
  /** Stops reading; the file's stream fails with `fault`. */
  stop(fault: UploadFault): void;
}

interface Options {
  /** Limit for the whole body. */
  maxBytes: number;
  /** Called whenever bytes arrive. */
  onBytes: (bytes: number) => void;
}

const LIMITS = { files: 1, fields: 8, parts: 12, fieldNameSize: 40, fieldSize: 200, headerPairs: 20 };

/** Starts to read a form of fields and at most one file, the last part. Keeps the fields in memory, not the file. */
export function receiveForm(request: IncomingMessage, { maxBytes, onBytes }: Options): IncomingForm {
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
    // As browsers send file names.
    parser = busboy({ headers: request.headers, limits: LIMITS, defParamCharset: "utf8" });
  } catch {
    // The boundary is missing or invalid.
    stop(malformed());
    return form;
  }
  parser.on("field", (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || fields.has(name)) stop(malformed());
    else fields.set(name, value);
  });
  parser.on("file", (name, stream, info) => {
    // The reader of the stream gets its error; without a listener it would end the process.
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
    onBytes(chunk.length);
    received += chunk.length;
    if (received > maxBytes) stop(tooLarge());
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
  // It may reject before anybody awaits it.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
