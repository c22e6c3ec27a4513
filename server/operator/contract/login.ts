import { z } from "zod";
import { post } from "../endpoint";
import { type RefusalsOf, TOO_OFTEN } from "./fields";
import { record } from "./reader";

/** `username` is the phone number. */
const LoginRequest = z
  .object({ username: z.string().min(1), password: z.string().min(1) })
  .meta({ id: "LoginRequest" });
const LoginResponse = z.object({ token: z.string().min(1) }).meta({ id: "LoginResponse" });

export const login = {
  login: post("/api/login", { access: "guest", writes: "account", input: LoginRequest, output: record(LoginResponse) }),
};

export const loginRefusals: RefusalsOf<typeof login> = {
  login: { 401: ["WRONG_CREDENTIAL"], 403: ["INACTIVE_USER", "INVALID_IP"], ...TOO_OFTEN, 503: ["LOGIN_FAIL"] },
};
