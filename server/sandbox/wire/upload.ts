import busboy from "busboy";
import type { IncomingMessage } from "node:http";

/** A multipart body, completely read. */
export interface Upload {
  fields: Record<string, string>;
  /** The part `file`; null if it is missing or empty. */
  file: { bytes: Buffer; tooLarge: boolean } | null;
  /** The body is malformed. */
  broken: boolean;
}

const FIELD_BYTES = 1000;
const MAX_PARTS = 20;

/**
 * Reads a multipart body into memory, at most `maxBytes` of its file, and passes it to `done`. A truncated body is
 * ignored.
 */
export function receiveUpload(request: IncomingMessage, maxBytes: number, done: (upload: Upload) => void): void {
  const fields: Record<string, string> = {};
  let file: Upload["file"] = null;
  const end = (broken: boolean) => {
    if (request.readableEnded) return done({ fields, file, broken });
    request.once("end", () => done({ fields, file, broken })).resume();
  };
  let parser;
  try {
    parser = busboy({
      headers: request.headers,
      // One byte more, to detect files that are too large.
      limits: { fileSize: maxBytes + 1, fieldSize: FIELD_BYTES, parts: MAX_PARTS },
    });
  } catch {
    // Not a multipart body, so there is no file; or one without a valid boundary, which is malformed.
    return end(/multipart/i.test(request.headers["content-type"] ?? ""));
  }
  parser.on("field", (name, value) => {
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  });
  parser.on("file", (name, stream) => {
    if (name !== "file" || file) return void stream.resume();
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const bytes = Buffer.concat(chunks);
      // A form with an empty file field sends an empty part.
      if (bytes.length > 0) file = { bytes: bytes.subarray(0, maxBytes), tooLarge: bytes.length > maxBytes };
    });
    stream.on("error", () => undefined);
  });
  parser.once("close", () => end(false));
  parser.once("error", () => {
    parser.removeAllListeners("close");
    request.unpipe(parser);
    end(true);
  });
  request.pipe(parser);
}
