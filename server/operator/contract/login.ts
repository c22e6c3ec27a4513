import { z } from "zod";
import { post } from "../endpoint";
import { record } from "./reader";

/** `username` is the phone number. */
const LoginRequest = z
  .object({ username: z.string().min(1), password: z.string().min(1) })
  .meta({ id: "LoginRequest" });
const LoginResponse = z.object({ token: z.string().min(1) }).meta({ id: "LoginResponse" });

export const login = {
  login: post("/api/login", { access: "guest", writes: "account", input: LoginRequest, output: record(LoginResponse) }),
};
