import type { CodeReader } from "../codes/reader";
import type { Database } from "../database";
import type { Ledger } from "./ledger/ledger";
import type { Market } from "./market";
import type { SwitchStore } from "./switches";

/** What every part of the sandbox stands on. */
export interface World {
  database: Database;
  ledger: Ledger;
  switches: SwitchStore;
  market: Market;
  /** Looks into uploaded slips. */
  codes: CodeReader;
  /** Passphrase of the gift links that are sent in. */
  truelinkSecret: string;
  /** Epoch milliseconds, by the sandbox's own clock. */
  now(): number;
  /** The sandbox's own address, without a slash at the end. */
  origin(): string;
}
