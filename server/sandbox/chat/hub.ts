/** What the socket tells a room. */
export interface ChatEvents {
  message: object;
  read: object;
  typing: { sender: "customer" | "other"; typing: boolean };
}

/** Passes events of conversations to the sockets that have joined them. */
export interface ChatHub {
  /** @param owner a member's id or a guest id */
  emit<E extends keyof ChatEvents>(owner: string, event: E, payload: ChatEvents[E]): void;
  /** Closes the sockets of those who would be refused now: of one member, or of all. */
  check(owner?: string): void;
  /** Closes all sockets; clients connect again. */
  drop(): void;
  /** Until when who has the conversation counts as typing, in epoch milliseconds. */
  typing: Map<string, number>;
}

/** The prefix of rooms. */
export const PREFIX = "sandbox-";

/** A hub that nobody listens to yet; the socket's server replaces all but `typing`. */
export const silentHub = (): ChatHub => ({ emit: () => {}, check: () => {}, drop: () => {}, typing: new Map() });
