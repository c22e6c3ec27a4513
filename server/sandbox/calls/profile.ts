import { contract } from "../../operator/contract";
import {
  bankAccountOf,
  bankAccountTaken,
  bankOf,
  hashPassword,
  passwordFits,
  saveBank,
  type BankAccount,
  type Member,
} from "../ledger/members";
import { englishNameBanks } from "../market";
import { Refusal } from "../refusal";
import { implement, SUCCESS } from "../wire/implement";
import { endTokens } from "../wire/tokens";
import type { World } from "../world";

export const blank = (text: string) => text.trim() === "";

/** Validates a bank account. Some banks accept English names only. @throws Refusal */
export function refuseBadBank(world: World, { code, name, number }: Partial<BankAccount>): void {
  if (code !== undefined && !bankOf(world, code)) throw new Refusal("INVALID_BANK");
  if (number !== undefined && !/^\d+$/.test(number)) throw new Refusal("INVALID_BANK");
  if (code === undefined || name === undefined) return;
  if (blank(name)) throw new Refusal("INVALID_BANK");
  if (englishNameBanks.includes(code) && !/^[A-Za-z ]+$/.test(name)) throw new Refusal("BANK_ACCOUNT_NAME_ENG");
}

/** Profile and bank account, as two calls return them. Throws NO_USER. */
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

export const profile = implement(contract.profile, {
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
