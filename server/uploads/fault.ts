/** Why an upload is rejected; shown to the member on the page of the form. */
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

/** The bytes are not a valid picture of this type. */
export const badPicture = () => new UploadFault(422, "errors:SLIP_INVALID_FILE");

/** The body is not a multipart form, or not one of our forms. */
export const malformed = () => new UploadFault(400, "errors:SLIP_INVALID_FILE");

export const tooLarge = () => new UploadFault(413, "slips:tooLarge");

/** The upload stopped before its end, so it has no effect. */
export const brokenOff = () => new UploadFault(400, "slips:brokenOff");
