import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Desk } from "../support/desk";
import { startProduct, type Product } from "../support/product";
import { root } from "../support/root";
import { PLACES, startProxy, type Proxy } from "./proxy";

/** The setting `WITHDRAW_CALL`: each of its two values needs its own product. */
export type WithdrawCall = "withdraw" | "withdrawAll";

/** Why the product cannot connect to the operator. */
export type Unreachable = "unknown" | keyof typeof PLACES;

/** The setting `QUIET_S`, in seconds. Late executions in these tests happen before it has passed. */
export const QUIET_S = 2;

const HOST = "operator.test";
/** The default secret of the sandbox. */
const GIFT_SECRET = "change-me";

/** A built product with its operator in another process, behind a proxy. */
export interface Deployment {
  product: Product;
  /** Makes the next connection to the operator, which `work` opens, fail in this way. Calls run one at a time. */
  unreachable<T>(how: Unreachable, work: () => Promise<T>): Promise<T>;
}

/** Everything outside the product, which survives the product's crashes. */
export interface Stage {
  desk: Desk;
  proxy: Proxy;
  /** Started on first use. */
  deployment(call: WithdrawCall): Promise<Deployment>;
  deployments(): Promise<Deployment[]>;
  close(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "wallet-faults-"));
  const sandbox = await startSandboxProcess();
  const proxy = await startProxy(HOST, Number(new URL(sandbox.url).port));
  const certificate = join(folder, "operator.pem");
  writeFileSync(certificate, proxy.certificate);
  const started = new Map<WithdrawCall, Promise<Deployment>>();

  const start = async (call: WithdrawCall): Promise<Deployment> => {
    const answer = join(folder, `resolver-${call}`);
    const product = await startProduct({
      market: "th",
      command: ["--import", join(root, "tests/faults/resolver.mjs"), join(root, "build/server.mjs")],
      env: {
        NODE_ENV: "test",
        OPERATOR_API_URL: `https://${HOST}:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: certificate,
        FAULTY_HOST: HOST,
        FAULTY_ANSWER: answer,
        WITHDRAW_CALL: call,
        QUIET_S: String(QUIET_S),
        // The store is known to be new. If it may have forgotten something, each member's first spin must be confirmed.
        CLOSED_S: "0",
        LOOKUP_CACHE_S: "60",
        TRUELINK_SECRET: GIFT_SECRET,
        // The proxy distinguishes members by their address.
        TRUST_PROXY: "1",
      },
    });
    let turn: Promise<unknown> = Promise.resolve();
    return {
      product,
      unreachable: (how, work) => {
        const mine = turn.then(async () => {
          writeFileSync(answer, how === "unknown" ? how : PLACES[how]);
          const done = work();
          while (existsSync(answer) && !(await Promise.race([done.then(() => true), sleep(20, false)])));
          rmSync(answer, { force: true });
          return { done };
        });
        turn = mine.catch(() => undefined);
        return mine.then(({ done }) => done);
      },
    };
  };

  const deployment = (call: WithdrawCall) => {
    const known = started.get(call) ?? start(call);
    started.set(call, known);
    return known;
  };

  return {
    desk: new Desk(sandbox.url),
    proxy,
    deployment,
    deployments: () => Promise.all(started.values()),
    async close() {
      for (const { product } of await Promise.all(started.values())) await product.stop();
      await proxy.close();
      sandbox.child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startSandboxProcess(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(root, "tests/faults/sandbox-process.ts"), "th", HOST],
    {
      cwd: root,
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve({ url: line.toString().trim(), child }));
    child.once("exit", (code) => reject(new Error(`The sandbox ended at its start (${code}).`)));
  });
}
