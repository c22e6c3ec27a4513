import { z } from "zod";
import { get, post, put } from "../endpoint";
import { BankAccount, Currency, Message, Profile } from "./fields";
import { record } from "./reader";

const LoginRequest = z
  .object({ username: z.string().min(1), password: z.string().min(1) })
  .meta({ id: "LoginRequest" });
const LoginResponse = z.object({ token: z.string().min(1) }).meta({ id: "LoginResponse" });

/** `username` is the phone number. `bankAccountName` is first and last name joined by a space, in upper case. */
const Registration = z
  .object({
    name: z.string(),
    username: z.string(),
    password: z.string().min(1),
    sourceCode: z.string().nullish(),
    inviteCode: z.string().nullish(),
    bankCode: z.string(),
    bankAccountName: z.string(),
    bankAccountNo: z.string(),
    currency: Currency.optional(),
  })
  .meta({ id: "AccountRegistration" });

/** The registration fields; bank fields are checked only where they are present. */
const Validation = Registration.partial({ bankCode: true, bankAccountName: true, bankAccountNo: true }).meta({
  id: "AccountValidation",
});

const ProfileUpdate = z
  .object({ name: z.string(), bankCode: z.string(), bankAccountName: z.string(), bankAccountNo: z.string() })
  .meta({ id: "ProfileUpdate" });

const BankAccountNameUpdate = z
  .object({ bankCode: z.string(), bankAccountName: z.string() })
  .meta({ id: "BankAccountNameUpdate" });

const PasswordChange = z
  .object({ oldPassword: z.string(), newPassword: z.string().min(1) })
  .meta({ id: "PasswordChange" });

const ProfileResponse = z.object({ profile: Profile, bankAccount: BankAccount }).meta({ id: "ProfileResponse" });

export const account = {
  login: post("/api/login", { access: "guest", writes: "account", input: LoginRequest, output: record(LoginResponse) }),
  validateAccount: post("/api/account/validate", {
    access: "guest",
    writes: "account",
    input: Validation,
    output: Message,
  }),
  register: post("/api/account", { access: "guest", writes: "account", input: Registration, output: Message }),
  getProfile: get("/api/account/profile", { output: record(ProfileResponse) }),
  updateProfile: put("/api/account/profile", { writes: "account", input: ProfileUpdate, output: Message }),
  updateBankAccountName: put("/api/account/bankAccountName", {
    writes: "account",
    input: BankAccountNameUpdate,
    output: Message,
  }),
  changePassword: put("/api/account/changepwd", { writes: "account", input: PasswordChange, output: Message }),
};
