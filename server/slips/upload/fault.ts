/** Why an upload is not taken: what the member is told, on the page of the form. */
export class UploadFault extends Error {
  /**
   * @param text message key
   * @param facts parameters of the message; `at` is epoch milliseconds
   */
  constructor(
    readonly status: 400 | 409 | 413 | 422 | 429 | 503,
    readonly text: string,
    readonly facts: { at?: number } = {},
  ) {
    super(text);
  }
}

/** The bytes are not what a picture of this kind consists of. */
export const badPicture = () => new UploadFault(422, "errors:SLIP_INVALID_FILE");

/** The form is none, or not one of ours. */
export const malformed = () => new UploadFault(400, "errors:SLIP_INVALID_FILE");

export const tooLarge = () => new UploadFault(413, "slips:tooLarge");

/** It did not come to its end: nothing of it is carried out. */
export const brokenOff = () => new UploadFault(400, "slips:brokenOff");
