import { afterAll, afterEach } from "vitest";
import { startSandbox, type Sandbox, type SandboxOptions } from "../../server/sandbox/index";

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

const kept: Sandbox[] = [];
afterAll(async () => {
  for (const sandbox of kept.splice(0)) await sandbox.close();
});

export type Json = Record<string, unknown>;
export interface Answer {
  status: number;
  body: Json;
}

/**
 * A running sandbox operator, with a plain HTTP client.
 * @param keep leaves it running until the end of the file, for tests that share it
 */
export async function operator({ keep = false, ...options }: Partial<SandboxOptions> & { keep?: boolean } = {}) {
  const { switches, ...rest } = options;
  const sandbox = await startSandbox({
    dataFile: ":memory:",
    market: "th",
    switches: {
      onceEveryMs: 0,
      callsPerMinute: 0,
      slipsAndGiftsPerMinute: 0,
      withdrawSettleMs: 0,
      slipReadMs: 0,
      slipWindow: "open",
      ...switches,
    },
    ...rest,
  });
  (keep ? kept : open).push(sandbox);
  const call = async (line: string, body?: Json, token?: string, headers: Json = {}): Promise<Answer> => {
    const [method, path] = line.split(" ") as [string, string];
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        "X-Requested-With": "wallet-user",
        ...(body && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(headers as Record<string, string>),
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  /** Uploads `file` like a browser's form; null: a form without a file. */
  const upload = async (token: string, file: Buffer | null, fields: Record<string, string> = {}): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (file) form.append("file", new Blob([new Uint8Array(file)]), "slip");
    const response = await fetch(`${sandbox.url}/api/wallet/slip`, {
      method: "POST",
      headers: { "X-Requested-With": "wallet-user", Authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const slips = async (token: string, page = 1, limit = 10) =>
    (await call("POST /api/statement/slip", { page, limit }, token)).body as { slips: Json[]; total: number };
  const signIn = async (phone: string, password: string) =>
    (await call("POST /api/login", { username: phone, password })).body.token as string;
  const newcomer = async (wish: Parameters<Sandbox["control"]["member"]>[0] = {}) => {
    const member = sandbox.control.member(wish);
    return { ...member, token: await signIn(member.phone, member.password) };
  };
  return { sandbox, control: sandbox.control, call, upload, slips, signIn, newcomer };
}

export const refused = (status: number, code: string) => ({ status, body: { message: code } });
export const done = { status: 200, body: { message: "SUCCESS" } };
