/** Asked for something that is not there: no such member, QR, slip or withdrawal. */
export class NotFound extends Error {}
