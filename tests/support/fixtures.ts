/**
 * What every journey starts from: `import { expect, test } from "../support/fixtures"`. The same journeys run with scripts on
 * and off, so nothing here, and no journey, may depend on them.
 */
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import type { Account, NewFault, NewMember, BookedRow } from "./desk";
import { startProduct, type Product } from "./product";

export { expect };

/** A member of this test alone. */
export interface TestMember {
  /** Creates the member at the operator without signing in; once, later calls give the same one. */
  create(wishes?: NewMember): Promise<Account>;
  /** Creates the member and signs in through the login form. */
  signIn(wishes?: NewMember): Promise<Account>;
  /** What the ledger holds, minor units: `wallet` and each game account by its code. */
  balances(): Promise<Record<string, number>>;
  /** Rows of the operator's statement, newest first. */
  statement(): Promise<BookedRow[]>;
  /** Pays the member's open QR at the bank. */
  payQr(): Promise<void>;
  /** The bank pays, or refuses, the member's pending withdrawals. */
  settle(): Promise<void>;
  refuse(): Promise<void>;
  /** The member wins (+) or loses (-) in a game. */
  play(code: string, amount: number): Promise<void>;
  /** The member's next call of this operation at the operator goes wrong in this way. */
  fault(fault: NewFault): Promise<void>;
}

interface Fixtures {
  /** Language of the pages; the market's own when null. */
  language: "th" | "la" | "en" | null;
  member: TestMember;
  /** Fails the test when a page logs an error, breaks the content security policy, or asks another origin for anything. */
  quiet: void;
  /** Accessibility of the page as it is now; fails with what is wrong. */
  axe: (page?: Page) => Promise<void>;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  language: ["en", { option: true }],

  context: async ({ context, product, language }, use) => {
    if (language) await chooseLanguage(context, product, language);
    await use(context);
  },

  member: async ({ page, product }, use) => {
    const { desk } = product;
    let account: Promise<Account> | undefined;
    const create = (wishes?: NewMember) => (account ??= desk.createMember(wishes));
    const phone = async () => (await create()).username;
    await use({
      create,
      signIn: async (wishes) => {
        const member = await create(wishes);
        await page.goto("/login");
        await page.locator("input[name=username]").fill(member.username);
        await page.locator("input[name=password]").fill(member.password);
        await page.locator("input[name=password]").press("Enter");
        await expect(page).toHaveURL(/\/user\//);
        return member;
      },
      balances: async () => desk.balances(await phone()),
      statement: async () => (await desk.statement(await phone())).rows,
      payQr: async () => void (await desk.payQr(await phone())),
      settle: async () => void (await desk.settle(await phone())),
      refuse: async () => void (await desk.refuse(await phone())),
      play: async (code, amount) => void (await desk.play(await phone(), code, amount)),
      fault: async (fault) => void (await desk.fault({ phone: await phone(), ...fault })),
    });
  },

  quiet: [
    async ({ context, product }, use) => {
      const noise: string[] = [];
      const known = [new URL(product.url).origin, new URL(product.deskUrl).origin];
      context.on("weberror", (failure) => void noise.push(`uncaught: ${failure.error().message}`));
      context.on("console", (message) => {
        // Chromium logs the status of refused documents, which is what journeys are about; other resources are looked at below.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource: the server responded")) {
          noise.push(`console: ${message.text()}`);
        }
      });
      context.on("response", (response) => {
        // A form that a script sends is answered like one that the browser sends.
        const document = response.request().isNavigationRequest() || response.request().method() === "POST";
        if (!document && response.status() >= 400) noise.push(`${response.status()} for ${response.url()}`);
      });
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && !known.includes(origin)) noise.push(`other origin: ${request.url()}`);
      });
      await use();
      expect(noise, "a journey leaves nothing in the console").toEqual([]);
    },
    { auto: true },
  ],

  axe: async ({ page, browser, javaScriptEnabled }, use) => {
    await use(async (subject = page) => {
      // The checker needs scripts, which half of the runs do not have: the finished HTML is looked at in a second page.
      const html = (await subject.content())
        .replace(/<script\b[^]*?<\/script>/gi, "")
        .replace(javaScriptEnabled ? /<noscript[^]*?<\/noscript>/gi : /<\/?noscript[^>]*>/gi, "")
        // A page that waits loads itself again; the copy must stand still.
        .replace(/<meta http-equiv="refresh"[^>]*>/gi, "");
      const url = subject.url();
      const storageState = await subject.context().storageState();
      const second = await browser.newContext({ javaScriptEnabled: true, bypassCSP: true, storageState });
      try {
        const copy = await second.newPage();
        await copy.route("**/*", (route) =>
          route.request().url() === url
            ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
            : route.continue(),
        );
        await copy.goto(url);
        // Its types come from a copy of playwright-core of its own.
        const { violations } = await new AxeBuilder({ page: copy as never }).analyze();
        const told = violations.map(
          ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
        );
        expect(told, new URL(url).pathname).toEqual([]);
      } finally {
        await second.close();
      }
    });
  },
});

/** Switches the language as the menu does, before the first page is opened. */
async function chooseLanguage(context: BrowserContext, product: Product, locale: string) {
  const login = await context.request.get(`${product.url}/login`);
  const token = /<input[^>]*\bname="_t"[^>]*\bvalue="([^"]*)"/.exec(await login.text())?.[1];
  if (!token) throw new Error(`/login (${login.status()}) carries no token for forms:\n${product.output()}`);
  await context.request.post(`${product.url}/language`, {
    form: { _t: token, locale },
    headers: { Origin: product.url },
    maxRedirects: 0,
  });
}
