import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { banks, type Bank, type Currency } from "../market";
import { Refusal } from "../refusal";
import type { World } from "../world";

export interface Member {
  id: string;
  /** The phone number. */
  username: string;
  name: string;
  password: string;
  currency: Currency;
  createdAt: number;
  coin: number;
  status: MemberStatus;
  inviter: string | null;
  /** Records missing for this member; the desk sets them to trigger NO_USER, NO_WALLET and NO_BANK. */
  lacks: Lacking[];
}

export const memberStatuses = ["active", "suspended", "gone", "forgotten"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
export const lackings = ["user", "wallet", "bank"] as const;
export type Lacking = (typeof lackings)[number];

export interface BankAccount {
  code: string;
  name: string;
  number: string;
}

type Row = Omit<Member, "lacks"> & { lacks: string };
const read = (row: Row | undefined): Member | null =>
  row ? { ...row, lacks: JSON.parse(row.lacks) as Lacking[] } : null;

export const memberById = ({ database }: World, id: string) =>
  read(database.get<Row>("SELECT * FROM member WHERE id = ?", id));

export const memberByPhone = ({ database }: World, phone: string) =>
  read(database.get<Row>("SELECT * FROM member WHERE username = ?", phone));

/** An opaque id: 24 hex digits. */
export const newId = () => randomBytes(12).toString("hex");

/** A low cost factor: the sandbox has no real passwords and must be fast. */
const digest = (password: string, salt: string) => scryptSync(password, salt, 32, { N: 1024 });

export function hashPassword(password: string): string {
  const salt = randomBytes(8).toString("hex");
  return `${salt}.${digest(password, salt).toString("hex")}`;
}

export function passwordFits(password: string, hash: string): boolean {
  const [salt = "", expected = ""] = hash.split(".");
  return timingSafeEqual(digest(password, salt), Buffer.from(expected, "hex"));
}

export interface NewMember {
  id?: string;
  username: string;
  name: string;
  password: string;
  currency: Currency;
  bank: BankAccount;
  inviter?: string | null;
  createdAt?: number;
  /** Provider codes of the game accounts to open. */
  open?: readonly string[];
}

/** Creates a member with an empty wallet and a bank account. */
export function createMember(world: World, member: NewMember): Member {
  const id = member.id ?? newId();
  world.database.atomically(() => {
    world.database.run(
      "INSERT INTO member (id, username, name, password, currency, createdAt, inviter) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      member.username,
      member.name,
      hashPassword(member.password),
      member.currency,
      member.createdAt ?? world.now(),
      member.inviter ?? null,
    );
    saveBank(world, id, member.bank);
    for (const code of member.open ?? []) openSlot(world, { id, username: member.username }, code);
  });
  return memberById(world, id)!;
}

export function saveBank({ database }: World, memberId: string, { code, name, number }: BankAccount): void {
  database.run(
    `INSERT INTO bank_account (member, code, name, number) VALUES (?, ?, ?, ?)
     ON CONFLICT (member) DO UPDATE SET code = excluded.code, name = excluded.name, number = excluded.number`,
    memberId,
    code,
    name,
    number,
  );
}

export function bankAccountOf({ database }: World, member: Member): BankAccount | null {
  if (member.lacks.includes("bank")) return null;
  return database.get<BankAccount>("SELECT code, name, number FROM bank_account WHERE member = ?", member.id) ?? null;
}

/** Whether this bank account belongs to another member than `except`. */
export const bankAccountTaken = ({ database }: World, { code, number }: Omit<BankAccount, "name">, except?: string) =>
  database.get(
    "SELECT 1 FROM bank_account WHERE code = ? AND number = ? AND member <> ?",
    code,
    number,
    except ?? "",
  ) !== undefined;

/** The bank with this code in this market. */
export const bankOf = ({ market, laos }: World, code: string): Bank | undefined =>
  [...banks[market], ...(laos ? banks.la : [])].find((bank) => bank.code === code);

export interface Slot {
  code: string;
  username: string;
  password: string;
  network: string;
  unread: number;
}

/** The member's open game account with this provider, or null. */
export const slotOf = ({ database }: World, memberId: string, code: string): Slot | null =>
  database.get<Slot>("SELECT * FROM slot WHERE member = ? AND code = ?", memberId, code) ?? null;

export const slotsOf = ({ database }: World, memberId: string): Slot[] =>
  database.all<Slot>("SELECT * FROM slot WHERE member = ? ORDER BY code", memberId);

export const newGamePassword = () => `Gp${randomBytes(4).toString("hex")}`;

export function openSlot({ database }: World, member: Pick<Member, "id" | "username">, code: string): void {
  database.run(
    "INSERT INTO slot (member, code, username, password, network) VALUES (?, ?, ?, ?, ?)",
    member.id,
    code,
    `dm${member.username}`,
    newGamePassword(),
    code,
  );
}

/** Throws NO_WALLET if the member lacks a wallet. */
export function refuseWithoutWallet(member: Member): void {
  if (member.lacks.includes("wallet")) throw new Refusal("NO_WALLET");
}
