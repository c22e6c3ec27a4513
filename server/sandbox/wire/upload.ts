import busboy from "busboy";
import type { IncomingMessage } from "node:http";

/** A multipart body, read to its end. */
export interface Upload {
  fields: Record<string, string>;
  /** The part `file`; null when there is none, or nobody picked one. */
  file: { bytes: Buffer; tooLarge: boolean } | null;
  /** It is not what multipart bodies are. */
  broken: boolean;
}

const FIELD_BYTES = 1000;
const MAX_PARTS = 20;

/** Reads a multipart body into memory, at most `most` bytes of its file, and hands it on. Of a body that breaks off nothing is heard again. */
export function receiveUpload(request: IncomingMessage, most: number, done: (upload: Upload) => void): void {
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
      // One more than is allowed tells a file that is too large from one that just fits.
      limits: { fileSize: most + 1, fieldSize: FIELD_BYTES, parts: MAX_PARTS },
    });
  } catch {
    // A body of another kind has no parts; a multipart one without its boundary has parts that nobody can find.
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
      // A form whose file field was left empty sends a part without a byte.
      if (bytes.length > 0) file = { bytes: bytes.subarray(0, most), tooLarge: bytes.length > most };
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
