/** No such member, QR, slip or withdrawal. The desk answers 404 with the message. */
export class NotFound extends Error {}
