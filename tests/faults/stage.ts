import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Desk } from "../support/desk";
import { startProduct, type Product } from "../support/product";
import { root } from "../support/root";
import { PLACES, startProxy, type Proxy } from "./proxy";

/** Which of the operator's two withdrawals this deployment makes: a setting, so each needs a product of its own. */
export type WithdrawCall = "withdraw" | "withdrawAll";

/** How the product fails to reach the operator, before it can send a byte. */
export type Unreachable = "unknown" | keyof typeof PLACES;

/**
 * Seconds without a trace after which an operation did not happen. Late executions here are later than this operator's
 * answers, never later than this.
 */
export const QUIET_S = 2;

const HOST = "operator.test";
/** The sandbox's own, unless it is told another. */
const GIFT_SECRET = "change-me";

/** A product in this battery: the built one, its operator a process of its own behind a proxy. */
export interface Deployment {
  product: Product;
  /** The next connection to the operator fails in this way. `work` causes it; waits for its turn. */
  unreachable<T>(how: Unreachable, work: () => Promise<T>): Promise<T>;
}

/** Everything outside the product: it survives the product's death. */
export interface Stage {
  desk: Desk;
  proxy: Proxy;
  /** Started when first asked for. */
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
        CLOSED_S: String(QUIET_S),
        LOOKUP_CACHE_S: "60",
        TRUELINK_SECRET: GIFT_SECRET,
        // The proxy knows members apart by their address.
        TRUST_PROXY: "1",
      },
    });
    // New records keep money closed for as long as it may take until nothing is under way any more.
    await sleep(QUIET_S * 1000 + 200);
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
  const child = spawn(process.execPath, ["--import", "tsx", join(root, "tests/faults/sandbox-process.ts"), "th"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve({ url: line.toString().trim(), child }));
    child.once("exit", (code) => reject(new Error(`The sandbox ended at its start (${code}).`)));
  });
}
