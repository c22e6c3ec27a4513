/** What an answer says about itself beside its message, in the words of other APIs. */
import { layersOf } from "./contract/reader";

/** By field: whether its value, if it has one, says anything but success. */
const SAYS_OTHERWISE: Record<string, (value: unknown) => boolean> = {
  success: isNo,
  ok: isNo,
  error: isThere,
  errors: isThere,
  status: isNoSuccess,
  statusCode: isNoSuccess,
};

/** Whether any part of an answer says that the call did not succeed, or not yet. */
export const saysOtherwise = (body: unknown): boolean =>
  layersOf(body).some((layer) =>
    Object.entries(SAYS_OTHERWISE).some(([field, contradicts]) => {
      const value = Object.hasOwn(layer, field) ? layer[field] : null;
      return value !== null && contradicts(value);
    }),
  );

function isNo(value: unknown): boolean {
  return value !== true && value !== "true";
}

function isThere(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function isNoSuccess(value: unknown): boolean {
  return !/^(success|ok|true|2\d\d)$/i.test(String(value));
}
