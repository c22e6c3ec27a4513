import { randomBytes } from "node:crypto";
import type { UploadContent } from "../../operations/types";
import type { PictureKind } from "./picture";

/** A multipart body on its way to the operator. */
export interface OutgoingForm extends Omit<UploadContent, "facts"> {
  /** Resolves when the last byte is out or never will be. */
  over: Promise<void>;
  /** Why it was not finished, when that was our doing. */
  fault(): unknown;
}

interface Options {
  fields: Record<string, string>;
  kind: PictureKind;
  picture: AsyncIterable<Buffer>;
  /** Called whenever the operator takes more. */
  onBytes(): void;
  /** The last word before the last bytes: what it throws keeps them back. */
  mayEnd(): Promise<void>;
}

const random = () => randomBytes(12).toString("hex");

/**
 * The fields and the picture under a name of our own, read only as fast as the operator takes them. The closing boundary is
 * kept back until everything has come and nothing is wrong with it: without it there is no form to carry out.
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
        onBytes();
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
