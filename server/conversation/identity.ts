/** Whose conversation it is: a member's or a guest's, as the operator names them. Exactly one of the ids is set. */
export type ChatIdentity = { userId: string; guestId: null } | { userId: null; guestId: string };

/** The id that the operator keeps the conversation under. */
export const idOf = ({ userId, guestId }: ChatIdentity): string => userId ?? guestId;

/** The operator's room of the conversation. */
export const roomOf = (prefix: string, identity: ChatIdentity): string => prefix + idOf(identity);
