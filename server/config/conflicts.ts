import { doorFault } from "./door";
import { isGuessable } from "./guessable";
import { secretBytes } from "./secret-strength";
import { isSafeOrigin, SETTINGS, type RawSettings } from "./settings";

const REQUIRED_IN_PRODUCTION = ["SESSION_SECRET", "PUBLIC_ORIGIN"] as const;
const REQUIRED_WITH_OPERATOR = ["OPERATOR_NAME", "LICENCE_TEXT", "MIN_AGE", "HELPLINES"] as const;

/** Faults in the combination of settings that are each valid. */
export function conflicts(raw: RawSettings): string[] {
  const { SANDBOX, OPERATOR_API_URL, TEST_SYSTEM } = raw;
  if (SANDBOX && OPERATOR_API_URL) return ["SANDBOX: expected unset when OPERATOR_API_URL is set"];
  if (TEST_SYSTEM && !OPERATOR_API_URL) return ["TEST_SYSTEM: expected unset without OPERATOR_API_URL"];
  const ports = raw.METRICS_PORT === raw.PORT ? ["METRICS_PORT: expected another port than PORT"] : [];
  const door = raw.WORKERS > 1 ? doorFault(raw.DATA_DIR) : null;
  const single = [...ports, ...(door ? [door] : [])];
  return [...(isProduction(raw) ? productionFaults(raw) : []), ...sharedSecretFaults(raw), ...single];
}

/** A real operator moves real money whatever `NODE_ENV` says. */
export const isProduction = (raw: RawSettings) =>
  raw.OPERATOR_API_URL ? !raw.TEST_SYSTEM : raw.NODE_ENV === "production";

function productionFaults(raw: RawSettings): string[] {
  const missing = (names: readonly (keyof RawSettings)[], why: string) =>
    names
      .filter((name) => raw[name] === undefined)
      .map((name) => `${name}: expected ${SETTINGS[name].expected} (required ${why})`);
  const faults = missing(REQUIRED_IN_PRODUCTION, "in production and with a real operator");
  if (raw.PUBLIC_ORIGIN && !isSafeOrigin(raw.PUBLIC_ORIGIN)) faults.push("PUBLIC_ORIGIN: expected https in production");
  if (raw.SANDBOX) return faults;
  faults.push(...missing(["OPERATOR_API_URL"], "in production unless SANDBOX=1"));
  faults.push(...missing(REQUIRED_WITH_OPERATOR, "with a real operator"));
  if (raw.RATE_LIMITS === false) faults.push("RATE_LIMITS: expected on with a real operator");
  if (raw.TRUELINK_SECRET && isGuessable(raw.TRUELINK_SECRET))
    faults.push("TRUELINK_SECRET: expected a secret that is no known word, hash of a word, sequence or repetition");
  return faults;
}

/** Whoever knows one of two equal secrets knows the other, and so does who knows a part of it. */
function sharedSecretFaults({ TRUELINK_SECRET, METRICS_TOKEN, SESSION_SECRET = [] }: RawSettings): string[] {
  const isPartOf = (one: Buffer, other: Buffer) => one.length > 0 && (one.includes(other) || other.includes(one));
  const isShared = (value: string) =>
    SESSION_SECRET.some(
      (secret) =>
        isPartOf(Buffer.from(secret), Buffer.from(value)) || isPartOf(secretBytes(secret), secretBytes(value)),
    );
  return Object.entries({ TRUELINK_SECRET, METRICS_TOKEN })
    .filter(([, value]) => value !== undefined && isShared(value))
    .map(([name]) => `${name}: expected another secret than SESSION_SECRET`);
}
