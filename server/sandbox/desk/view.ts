import type { Market } from "../market";
import type { Control } from "./control";
import type { RosterEntry } from "./control-members";
import type { Notice } from "./notices";

/** The product that the sandbox belongs to. */
export interface ProductOfDesk {
  /** Its origin. */
  url: string;
  /** Whether its pages allow the desk to frame them. */
  framed: boolean;
}

/** What the desk knows of its surroundings. */
export interface Facts {
  market: Market;
  demo: { phone: string; password: string };
  now(): number;
  /** Null: the sandbox runs without a product. */
  product: ProductOfDesk | null;
  /** The product's stylesheet; empty without one. */
  style(): string;
}

/** What the pages of the desk show. */
export interface View {
  control: Control;
  facts: Facts;
  /** The member that all forms are about. */
  member: RosterEntry;
  members: readonly RosterEntry[];
  /** The guest whose conversation is shown instead of the member's. */
  guestId: string | null;
  /** The result of the last action. */
  notice: Notice | null;
}
