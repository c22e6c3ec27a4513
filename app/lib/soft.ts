/**
 * The value of a read that the specification lets fail silently, or undefined when the operator did not answer.
 * A redirect (session over, account gone) still leaves the page.
 */
export async function soft<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 400) throw thrown;
    return undefined;
  }
}
