import type { CallCount } from "../../server/sandbox/wire/call-counts";
import type { NewSandboxMember } from "../../server/sandbox/desk/control";
import type { Fault, FaultKind } from "../../server/sandbox/wire/faults";
import type { Switches } from "../../server/sandbox/switches";

export type SandboxSwitches = Partial<Switches>;
export type NewMember = NewSandboxMember;
export type BankAccount = NonNullable<NewMember["bank"]>;

/** What a member needs to sign in. `username` is the phone number. */
export interface Account {
  id: string;
  username: string;
  password: string;
  name: string;
}

/** A row of the operator's statement. Amounts in minor units, times in epoch milliseconds. */
export interface BookedRow {
  type: string;
  status: string;
  source: string | null;
  target: string | null;
  amount: number;
  createdAt: number;
}

export interface OpenQr {
  id: string;
  phone: string;
  bankCode: string;
  amount: number;
  payload: string;
  expiresAt: number;
}

/** A message in the chat, as the operator keeps it. `isRead`: by the other side. */
export interface SaidInChat {
  sender: "customer" | "other";
  message: { message_type: string; payload?: unknown };
  session: string | null;
  isRead: boolean;
}

/** A fault to set. `times` is 1 by default; 0 lasts until `clearFaults`. */
export type NewFault = Partial<Omit<Fault, "kind">> & { kind: FaultKind };

/** Controls the sandbox of a running product: the operator, the bank and faults. Amounts are in minor units. */
export class Desk {
  constructor(private readonly origin: string) {}

  /** Creates a registered member with these amounts in the wallet and in games. */
  async createMember(wishes: NewMember = {}): Promise<Account> {
    const { phone, ...rest } = await this.post<{ id: string; phone: string; password: string; name: string }>(
      "member",
      wishes,
    );
    return { ...rest, username: phone };
  }

  /** Suspends a member, closes the account, or deletes some of its data. */
  setMember(change: {
    phone: string;
    status?: "active" | "suspended" | "gone" | "forgotten";
    lacks?: ("user" | "wallet" | "bank")[];
  }) {
    return this.post("set-member", change);
  }

  /** Changes the member's bank account, also to one that no call would accept. */
  setBank(phone: string, bank: BankAccount) {
    return this.post("set-bank", { phone, ...bank });
  }

  /** The member's bank account at the operator. */
  bankAccount(phone: string): Promise<BankAccount | null> {
    return this.get("bank", { phone });
  }

  /** Ends the member's sessions at the operator. */
  expireTokens(phone: string) {
    return this.post("expire-tokens", { phone });
  }

  /** Balances of `wallet` and of each game account, by its code. */
  balances(phone: string): Promise<Record<string, number>> {
    return this.get("balances", { phone });
  }

  statement(phone: string): Promise<{ total: number; rows: BookedRow[] }> {
    return this.get("statement", { phone });
  }

  /** The last code that was "sent" to this phone. */
  async otp(phone: string): Promise<string> {
    const sent = await this.get<{ code: string } | null>("otp", { phone });
    if (!sent) throw new Error(`No code was sent to ${phone}`);
    return sent.code;
  }

  qrs(phone: string): Promise<OpenQr[]> {
    return this.get("qrs", { phone });
  }

  /** Pays the member's open QR at the bank. */
  payQr(phone: string): Promise<{ id: string; amount: number }> {
    return this.post("pay-qr", { phone });
  }

  /** Sends money from the member to a deposit account. */
  bankTransfer(phone: string, amount: number, bankCode?: string) {
    return this.post("bank-transfer", { phone, amount, bankCode });
  }

  /** Makes a slip for the member to upload, with the outcome of its check; `png` is its picture in base64. */
  makeSlip(wish: {
    phone: string;
    amount: number;
    outcome?: string;
    bankCode?: string;
  }): Promise<{ png: string; jpegUrl: string }> {
    return this.post("slip", wish);
  }

  /** What a member, or a guest, and support have said, oldest first. */
  chat(who: { phone: string } | { guestId: string }): Promise<SaidInChat[]> {
    return this.get("chat", { ...who });
  }

  /** Support writes; without a phone number to who wrote last. */
  answerChat(answer: { phone?: string; text?: string; kind?: string }) {
    return this.post("answer-chat", answer);
  }

  /** Closes all sockets of the operator's chat. */
  dropChat() {
    return this.post("drop-chat", {});
  }

  /** The slips that the operator has received from the member. */
  slips(phone: string): Promise<{ reference: string; status: string }[]> {
    return this.get("slips", { phone });
  }

  /** Checks the member's slips now. */
  readSlips(phone: string): Promise<{ count: number }> {
    return this.post("read-slip", { phone });
  }

  /** Makes a true-wallet gift of this amount; `own` belongs to the member with this phone. */
  gift(
    amount: number,
    state: "unused" | "used" | "expired" | "own" = "unused",
    phone?: string,
  ): Promise<{ hash: string; link: string }> {
    return this.post("gift", { amount, state, phone });
  }

  /** Lets the money of the member's announced true-wallet deposits arrive. */
  matchAdd(phone: string): Promise<{ count: number }> {
    return this.post("match-add", { phone });
  }

  withdrawals(phone: string): Promise<{ id: number; amount: number }[]> {
    return this.get("withdrawals", { phone });
  }

  /** Pays the member's pending withdrawals. */
  settle(phone: string): Promise<{ count: number }> {
    return this.post("settle", { phone });
  }

  /** Refuses them: the money returns to the wallet. */
  refuse(phone: string): Promise<{ count: number }> {
    return this.post("refuse", { phone });
  }

  /** Lets the member win (+) or lose (-) in a game. */
  play(phone: string, code: string, amount: number) {
    return this.post("play", { phone, code, amount });
  }

  /** Gives the member a bonus: deposits and withdrawals are refused until `endBonus`. */
  giveBonus(phone: string, amount: number, terms: { kind?: string; success?: number; fail?: number } = {}) {
    return this.post("give-bonus", { phone, amount, ...terms });
  }

  /** Lets a friend of the member play for this amount: the member earns 5 % of it. */
  friendPlays(phone: string, amount: number, name?: string) {
    return this.post("friend-plays", { phone, amount, name });
  }

  /** Lets the member have lost this amount last week: 10 % of it can be refunded. */
  loseLastWeek(phone: string, amount: number) {
    return this.post("lose-last-week", { phone, amount });
  }

  /** Receives a bonus or promotion of the operator for the member, by its code. */
  receiveOffer(phone: string, code: string) {
    return this.post("receive-offer", { phone, code });
  }

  /** The member has received a bonus or promotion before; no money moves. */
  receivedOffer(phone: string, code: string) {
    return this.post("received-offer", { phone, code });
  }

  endBonus(phone: string) {
    return this.post("end-bonus", { phone });
  }

  giveCoins(phone: string, count: number): Promise<{ coins: number }> {
    return this.post("give-coins", { phone, count });
  }

  async coins(phone: string): Promise<number> {
    return (await this.get<{ coins: number }>("coins", { phone })).coins;
  }

  /**
   * Makes the member's next spin stop at the slice with this prize in minor units: 0 is a thing, null no prize. Returns
   * the label of the slice.
   */
  async nextPrize(phone: string, amount: number | null): Promise<string> {
    const slices = await this.get<{ code: string; label: string; prize: { amount: number } | null }[]>("slices", {
      phone,
    });
    const slice = slices.find(({ prize }) => (prize ? prize.amount : null) === amount);
    if (!slice) throw new Error(`No slice has the prize ${amount}`);
    await this.post("force-slice", { phone, code: slice.code });
    return slice.label;
  }

  /** All coupons of the member, newest first. */
  coupons(phone: string): Promise<{ id: string; name: string; amount: number; state: string }[]> {
    return this.get("coupons", { phone });
  }

  /** Lets the member's open coupons expire, or loses the records of their prizes. */
  spoilCoupons(phone: string, how: "expired" | "lost"): Promise<{ count: number }> {
    return this.post("spoil-coupons", { phone, how });
  }

  /** Makes the next call of this operation (`transfer`, `withdrawAll`, ... or any) fail in this way. */
  fault(fault: NewFault) {
    return this.post("fault", fault);
  }

  /** Faults that have not happened yet. */
  faults(): Promise<Fault[]> {
    return this.get("faults");
  }

  clearFaults() {
    return this.post("clear-faults");
  }

  switches(patch: SandboxSwitches): Promise<Switches> {
    return this.post("switches", patch);
  }

  /** Advances the sandbox's clock, in milliseconds. */
  advance(ms: number) {
    return this.post("advance", { ms });
  }

  /** How often an operation was called, executed and refused. */
  calls(operationId: string): Promise<CallCount> {
    return this.get("calls", { operationId });
  }

  resetCalls() {
    return this.post("reset-calls");
  }

  /** `exact`: the ledger adds up to zero and no account is negative. */
  trialBalance(): Promise<{
    trialBalance: Record<string, number>;
    drifted: unknown[];
    negative: unknown[];
    exact: boolean;
  }> {
    return this.get("trial-balance");
  }

  private get<T>(name: string, query: Record<string, string> = {}): Promise<T> {
    return this.ask<T>(`${name}?${new URLSearchParams(query)}`);
  }

  private post<T = unknown>(name: string, body: object = {}): Promise<T> {
    return this.ask<T>(name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  private async ask<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(`${this.origin}/desk/api/${path}`, init);
    if (!response.ok) throw new Error(`The desk answers ${path} with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
