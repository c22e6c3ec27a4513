import type { Finding } from "./evidence";
import type { Json } from "./json";

/** What a list of the operator says of an operation, and the output of one that happened. */
export interface Listed {
  finding: Finding;
  output: Json;
}

export const ABSENT: Listed = { finding: "absent", output: null };
export const UNCLEAR: Listed = { finding: "unclear", output: null };
