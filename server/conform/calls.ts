import type { Endpoint } from "../operator/endpoint";
import { endpoints } from "../operator/contract";
import type { Drift } from "../operator/mild-reader";

/** A difference between what a call answers and the contract. */
export interface Finding extends Drift {
  call: string;
}

/** A call that is tried, with what it is asked. */
export interface Trial {
  name: string;
  endpoint: Endpoint;
  input: Record<string, unknown>;
}

/** Few rows, so that a history of a few days shows whether the limit is kept. */
export const PAGE = { page: 1, limit: 2 };

/** What a call is asked by the keys of its input; all other inputs need data that only a member's account has. */
const INPUTS: Record<string, Record<string, unknown>> = {
  "": {},
  "page,limit": PAGE,
};

const all = Object.entries<Endpoint>(endpoints);

const keysOf = ({ input }: Endpoint) => Object.keys((input as unknown as { shape: object }).shape).join();

/** The reads that can be asked without knowing the member's data. */
export const TRIALS: readonly Trial[] = all.flatMap(([name, endpoint]) => {
  const input = INPUTS[keysOf(endpoint)];
  return endpoint.writes === false && input ? [{ name, endpoint, input }] : [];
});

/** Names of all calls of the contract. */
export const NAMES = all.map(([name]) => name);
