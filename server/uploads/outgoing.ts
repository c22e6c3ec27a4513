import { randomBytes } from "node:crypto";
import type { UploadContent } from "../operations/types";

/** A multipart body that is sent to the operator. */
export interface OutgoingForm extends Omit<UploadContent, "facts"> {
  /** Resolves when the body has ended, complete or not. */
  over: Promise<void>;
  /** What `picture` or `mayEnd` threw, if that ended the body; else null. */
  fault(): unknown;
}

interface Options {
  fields: Record<string, string>;
  kind: { type: string; extension: string };
  picture: AsyncIterable<Buffer>;
  /** Called whenever the operator has accepted more bytes. */
  onBytes(bytes: number): void;
  /** Awaited before the closing boundary; if it throws, the boundary is not sent. */
  mayEnd(): Promise<void>;
}

const random = () => randomBytes(12).toString("hex");

/**
 * A form with the fields and the picture, under a new file name. The picture is read only as fast as the operator
 * accepts it. Without its closing boundary the form is incomplete and has no effect, so it is withheld until `mayEnd`
 * resolves.
 */
export function outgoingForm({ fields, kind, picture, onBytes, mayEnd }: Options): OutgoingForm {
  const boundary = `----form-${random()}`;
  const part = (disposition: string, ...headers: string[]) =>
    [`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, ...headers, "", ""].join("\r\n");
  const before = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const name = `upload-${random()}.${kind.extension}`;
  let whole = false;
  let fault: unknown = null;
  let finish = () => {};
  const over = new Promise<void>((resolve) => (finish = resolve));

  async function* body() {
    try {
      yield Buffer.from(before.join("") + part(`name="file"; filename="${name}"`, `Content-Type: ${kind.type}`));
      for await (const bytes of picture) {
        onBytes(bytes.length);
        yield bytes;
      }
      await mayEnd();
      whole = true;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      finish();
    }
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: body(),
    isWhole: () => whole,
    over,
    fault: () => fault,
  };
}
