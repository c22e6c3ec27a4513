/** Where the specification's app keeps the id of a guest's conversation. */
const KEY = "guest-id";

/**
 * The conversation that the specification's app began in this browser: the server goes on with it, unless another browser
 * has taken it over before.
 */
export const leftGuestId = {
  /** As a field of the form that begins a conversation. */
  asField(): { guest?: string } {
    try {
      const guest = localStorage.getItem(KEY);
      return guest ? { guest } : {};
    } catch {
      // Forbidden.
      return {};
    }
  },
  forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There is none, then.
    }
  },
};
