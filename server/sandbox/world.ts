import type { ChatHub } from "./chat/hub";
import type { CodeReader } from "../codes/reader";
import type { Database } from "../database";
import type { Ledger } from "./ledger/ledger";
import type { Market } from "./market";
import type { SwitchStore } from "./switches";

/** The state shared by all parts of the sandbox. */
export interface World {
  database: Database;
  ledger: Ledger;
  switches: SwitchStore;
  market: Market;
  /** Whether the Thai market also takes members with Lao phone numbers, banks and currency. */
  laos: boolean;
  /** Reads the QR codes of uploaded slips. */
  codes: CodeReader;
  /** Who listens to the chat. */
  chat: ChatHub;
  /** Passphrase for the gift links that members submit. */
  truelinkSecret: string;
  /** Epoch milliseconds on the sandbox's clock. */
  now(): number;
  /** Runs a step after `ms` milliseconds, unless the sandbox is closed by then. */
  later(ms: number, step: () => void): void;
  /** The sandbox's address, without a trailing slash. */
  origin(): string;
}
