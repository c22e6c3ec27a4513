/** Two containers behind nginx, one of them with two workers, restarted in turn while members load pages and move money. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNginx, nginxPort, type Nginx } from "../support/nginx";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import { Visitor } from "../support/visitor";

const MEMBERS = 4;
const WALLET = 1_000_00;
const ONE = 1_00;

const ends: (() => Promise<void>)[] = [];
let operator: Product;
let containers: Product[];
let nginx: Nginx;

beforeAll(async () => {
  const redis = await startRedis();
  ends.push(() => redis.stop());
  operator = await startProduct();
  ends.push(() => operator.stop());
  const port = await nginxPort();
  const env = {
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    OPERATOR_API_URL: new URL(operator.deskUrl).origin,
    NODE_ENV: "test",
    PUBLIC_ORIGIN: `https://localhost:${port}`,
    TRUST_PROXY: "1",
    DRAIN_DELAY_MS: "500",
    CLOSED_S: "0",
    LOG_LEVEL: "info",
  };
  containers = await Promise.all([startProduct({ env }), startProduct({ env: { ...env, WORKERS: "2" } })]);
  ends.push(...containers.map((container) => () => container.stop()));
  nginx = await startNginx(port, containers.map(({ url }) => Number(new URL(url).port)) as [number, number]);
  ends.push(() => nginx.stop());
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** A member who moves 1 baht into a game again and again, until told to stop. */
class Player {
  readonly failures: string[] = [];
  pages = 0;
  transfers = 0;

  private constructor(
    readonly phone: string,
    private readonly visitor: Visitor,
  ) {}

  static async signIn(): Promise<Player> {
    const { username, password } = await operator.desk.createMember({ wallet: WALLET });
    const visitor = new Visitor(nginx.origin, "br", undefined, nginx.ca);
    await visitor.submit(await visitor.get("/login"), { username, password });
    return new Player(username, visitor);
  }

  async play(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      try {
        await this.step();
      } catch (error) {
        this.failures.push(String(error));
      }
    }
  }

  private async step() {
    const home = await this.visitor.get("/user/home");
    this.note(home.status === 200, `home: ${home.status} ${home.path}`);
    const form = await this.visitor.get("/user/transfer");
    this.note(form.status === 200, `form: ${form.status} ${form.path}`);
    const receipt = await this.visitor.submit(form, { from: "wallet", to: "PGSLOT", amount: "1" });
    const isReceipt = receipt.status === 200 && receipt.path.startsWith("/user/receipt/");
    this.note(isReceipt, `transfer: ${receipt.status} ${receipt.path}`);
    if (isReceipt) this.transfers += 1;
  }

  private note(isGood: boolean, what: string) {
    if (isGood) this.pages += 1;
    else this.failures.push(what);
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test("no request fails, and no money moves twice or is lost", async () => {
  const players = await Promise.all(Array.from({ length: MEMBERS }, () => Player.signIn()));
  const pages = () => sum(players.map((player) => player.pages));
  let restarting = true;
  const playing = players.map((player) => player.play(() => restarting));
  const during: number[] = [];
  for (const container of containers) {
    const before = pages();
    expect(await container.kill("SIGTERM"), container.output().slice(-2000)).toBe(0);
    await container.restart();
    during.push(pages() - before);
  }
  restarting = false;
  await Promise.all(playing);

  expect(players.flatMap(({ failures }) => failures)).toEqual([]);
  for (const count of during) expect(count).toBeGreaterThan(0);
  for (const { phone, transfers } of players) {
    expect(transfers).toBeGreaterThan(0);
    const { wallet, PGSLOT } = await operator.desk.balances(phone);
    expect({ wallet, PGSLOT }).toEqual({ wallet: WALLET - transfers * ONE, PGSLOT: transfers * ONE });
  }
  for (const container of containers) expect(container.output()).toContain('"msg":"stopped"');
});
