import type { Period } from "../../../server/protection/rules";

/** The periods of deposit limits, in the order of their fields. */
export const PERIODS = ["day", "week", "month"] as const satisfies readonly Period[];
