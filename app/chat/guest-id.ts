import { post, type Place } from "./talk";

/** Where the specification's app keeps the id of a guest's conversation. */
const KEY = "guest-id";

/**
 * Goes on with the conversation that the specification's app began in this browser, unless another browser has taken it
 * over before, or this one has begun another. Done once.
 */
export async function takeOverGuest({ base, token }: Place): Promise<void> {
  try {
    const guest = localStorage.getItem(KEY);
    if (guest && (await post(`${base}/messages`, { _t: token, guest })) === "taken") localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: there is none.
  }
}
