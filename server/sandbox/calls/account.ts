import { contract } from "../../operator/contract";
import type { Input } from "../../operator/endpoint";
import { implement, OK, SUCCESS } from "../wire/implement";
import { asksFor } from "../magic";
import { currencies, englishNameBanks } from "../market";
import {
  bankAccountOf,
  bankAccountTaken,
  bankOf,
  createMember,
  hashPassword,
  memberByPhone,
  passwordFits,
  saveBank,
  type BankAccount,
  type Member,
} from "../ledger/members";
import { isVerified, refuseBadPhone } from "./otp";
import { Refusal } from "../refusal";
import { endTokens, issueToken } from "../wire/tokens";
import type { World } from "../world";

type Registration = Input<typeof contract.account.validateAccount>;

const blank = (text: string) => text.trim() === "";

/** The bank must be one of the list, its account number digits, and some banks know English names only. */
function refuseBadBank(world: World, { code, name, number }: Partial<BankAccount>): void {
  if (code !== undefined && !bankOf(world, code)) throw new Refusal("INVALID_BANK");
  if (number !== undefined && !/^\d+$/.test(number)) throw new Refusal("INVALID_BANK");
  if (code === undefined || name === undefined) return;
  if (blank(name)) throw new Refusal("INVALID_BANK");
  if (englishNameBanks.includes(code) && !/^[A-Za-z ]+$/.test(name)) throw new Refusal("BANK_ACCOUNT_NAME_ENG");
}

/** Checks what is there; a registration without its bank fields is one that is still being filled in. */
function refuseBadRegistration(world: World, input: Registration): void {
  refuseBadPhone(world, input.username);
  if (blank(input.name) || blank(input.password) || blank(input.username)) throw new Refusal("INVALID_USER_INFO");
  if (!currencies[world.market].includes(input.currency ?? "BAHT")) throw new Refusal("INVALID_USER_INFO");
  refuseBadBank(world, { code: input.bankCode, name: input.bankAccountName, number: input.bankAccountNo });
  if (!isVerified(world, input.username)) throw new Refusal("UNVERIFIED_OTP");
  if (asksFor(input.username, "EXISTING_USER") || memberByPhone(world, input.username))
    throw new Refusal("EXISTING_USER");
  const { bankCode: code, bankAccountNo: number } = input;
  if (code && number && bankAccountTaken(world, { code, number })) throw new Refusal("EXISTING_BANK");
}

/** The member whose link this code came from; an unknown code is ignored. */
function inviterOf({ database }: World, inviteCode: string | null | undefined): string | null {
  const id = /^PR(.+)$/.exec(inviteCode ?? "")?.[1];
  return id ? (database.get<{ id: string }>("SELECT id FROM member WHERE id = ?", id)?.id ?? null) : null;
}

/** Profile and bank account as two calls show them. Throws NO_USER and NO_BANK. */
export function personOf(world: World, member: Member) {
  if (member.lacks.includes("user")) throw new Refusal("NO_USER");
  const account = bankAccountOf(world, member);
  const bank = account && bankOf(world, account.code);
  return {
    profile: {
      _id: member.id,
      name: member.name,
      username: member.username,
      createdAt: new Date(member.createdAt),
      coin: member.coin,
    },
    bankAccount: {
      bankCode: account?.code ?? "",
      bankAccountName: account?.name ?? "",
      bankAccountNo: account?.number ?? "",
      bank: { nameTH: bank?.nameTH ?? "", nameEN: bank?.nameEN ?? "" },
    },
  };
}

export const account = implement(contract.account, {
  login: ({ world, address, input: { username, password } }) => {
    if (world.settings.current.refusedAddresses.includes(address) || asksFor(username, "INVALID_IP"))
      throw new Refusal("INVALID_IP");
    const member = memberByPhone(world, username);
    if (!member || member.status === "forgotten" || !passwordFits(password, member.password))
      throw new Refusal("WRONG_CREDENTIAL");
    if (member.status === "gone") throw new Refusal("account-gone");
    if (member.status === "suspended" || asksFor(username, "INACTIVE_USER")) throw new Refusal("INACTIVE_USER");
    if (world.settings.current.loginDown || asksFor(username, "LOGIN_FAIL")) throw new Refusal("LOGIN_FAIL");
    return { token: issueToken(world, member, address) };
  },

  validateAccount: ({ world, input }) => {
    refuseBadRegistration(world, input);
    return OK;
  },

  register: ({ world, input }) => {
    refuseBadRegistration(world, input);
    if (world.settings.current.registerDown || asksFor(input.username, "REGISTER_FAIL"))
      throw new Refusal("REGISTER_FAIL");
    createMember(world, {
      username: input.username,
      name: input.name.trim(),
      password: input.password,
      currency: input.currency ?? "BAHT",
      bank: { code: input.bankCode, name: input.bankAccountName.trim(), number: input.bankAccountNo },
      inviter: inviterOf(world, input.inviteCode),
      open: world.settings.current.openAtRegistration,
    });
    return SUCCESS;
  },

  getProfile: ({ world, member }) => personOf(world, member),

  updateProfile: ({ world, member, input }) => {
    const bank = { code: input.bankCode, name: input.bankAccountName.trim(), number: input.bankAccountNo };
    if (blank(input.name)) throw new Refusal("INVALID_USER_INFO");
    refuseBadBank(world, bank);
    if (member.lacks.includes("user")) throw new Refusal("NO_USER");
    if (bankAccountTaken(world, bank, member.id)) throw new Refusal("EXISTING_BANK");
    world.database.atomically(() => {
      world.database.run("UPDATE member SET name = ? WHERE id = ?", input.name.trim(), member.id);
      saveBank(world, member.id, bank);
    });
    return SUCCESS;
  },

  updateBankAccountName: ({ world, member, input: { bankCode, bankAccountName } }) => {
    if (!englishNameBanks.includes(bankCode)) throw new Refusal("INVALID_BANK");
    refuseBadBank(world, { code: bankCode, name: bankAccountName });
    const account = bankAccountOf(world, member);
    if (account?.code !== bankCode) throw new Refusal("NO_BANK");
    saveBank(world, member.id, { ...account, name: bankAccountName.trim() });
    return SUCCESS;
  },

  changePassword: ({ world, member, token, input: { oldPassword, newPassword } }) => {
    if (member.lacks.includes("user")) throw new Refusal("NO_USER");
    if (!passwordFits(oldPassword, member.password)) throw new Refusal("WRONG_PASSWORD");
    world.database.atomically(() => {
      world.database.run("UPDATE member SET password = ? WHERE id = ?", hashPassword(newPassword), member.id);
      endTokens(world, member.id, "INVALID_USER_4", token ?? undefined);
    });
    return SUCCESS;
  },
});
