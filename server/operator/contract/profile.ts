import { z } from "zod";
import { get, put } from "../endpoint";
import { BankAccount, Message, Profile, type RefusalsOf, TOO_OFTEN } from "./fields";
import { maybe, record } from "./reader";

const ProfileUpdate = z
  .object({ name: z.string(), bankCode: z.string(), bankAccountName: z.string(), bankAccountNo: z.string() })
  .meta({ id: "ProfileUpdate" });

const BankAccountNameUpdate = z
  .object({ bankCode: z.string(), bankAccountName: z.string() })
  .meta({ id: "BankAccountNameUpdate" });

const PasswordChange = z
  .object({ oldPassword: z.string(), newPassword: z.string().min(1) })
  .meta({ id: "PasswordChange" });

const ProfileResponse = z.object({ profile: Profile, bankAccount: maybe(BankAccount) }).meta({ id: "ProfileResponse" });

export const profile = {
  getProfile: get("/api/account/profile", { output: record(ProfileResponse) }),
  updateProfile: put("/api/account/profile", { writes: "account", input: ProfileUpdate, output: Message }),
  updateBankAccountName: put("/api/account/bankAccountName", {
    writes: "account",
    input: BankAccountNameUpdate,
    output: Message,
  }),
  changePassword: put("/api/account/changepwd", { writes: "account", input: PasswordChange, output: Message }),
};

export const profileRefusals: RefusalsOf<typeof profile> = {
  getProfile: { 404: ["NO_USER"] },
  updateProfile: {
    400: ["INVALID_USER_INFO", "INVALID_BANK", "BANK_ACCOUNT_NAME_ENG"],
    404: ["NO_USER"],
    409: ["EXISTING_BANK"],
  },
  updateBankAccountName: { 400: ["BANK_ACCOUNT_NAME_ENG", "INVALID_BANK"], 404: ["NO_BANK"] },
  changePassword: { 400: ["WRONG_PASSWORD"], 404: ["NO_USER"], ...TOO_OFTEN },
};
