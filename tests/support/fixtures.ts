/**
 * The fixtures of all end-to-end tests: `import { expect, test } from "../support/fixtures"`. The same tests run with
 * and without scripts, so neither fixtures nor tests may depend on them.
 */
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { PHONE } from "./browser";
import { chooseLanguage } from "./demo";
import type { Account, NewFault, NewMember, BookedRow } from "./desk";
import { formWith } from "./html";
import { sharedProduct, type SharedProduct } from "./shared-products";
import { Visitor, type Answer } from "./visitor";

export { expect };

/**
 * Of tests that differ only in a value, the first runs with and without scripts, the others only without: a script does
 * the same for each value.
 * @param at the index of the test among them
 */
export const variant = (at: number) => ({ tag: at === 0 ? [] : ["@variant"] });

/** A member that only this test uses. */
export interface TestMember {
  /** Creates the member at the operator without signing in. Later calls return the same member. */
  create(wishes?: NewMember): Promise<Account>;
  /** Creates the member and signs in by the login form, outside the page. */
  signIn(wishes?: NewMember): Promise<Account>;
  /** The ledger's balances in minor units: `wallet` and each game account by its code. */
  balances(): Promise<Record<string, number>>;
  /** Rows of the operator's statement, newest first. */
  statement(): Promise<BookedRow[]>;
  /** Pays the member's open QR at the bank. */
  payQr(): Promise<void>;
  /** Lets the bank pay, or refuse, the member's pending withdrawals. */
  settle(): Promise<void>;
  refuse(): Promise<void>;
  /** Lets the member win (+) or lose (-) in a game. */
  play(code: string, amount: number): Promise<void>;
  /** Makes the member's next call of this operation at the operator fail in this way. */
  fault(fault: NewFault): Promise<void>;
}

interface Fixtures {
  /** Language of the pages; null means the market's own. */
  language: Language | null;
  member: TestMember;
  /** Fails the test if a page logs an error, violates the content security policy, or requests another origin. */
  quiet: void;
  /** Undoes what a test has changed at the operator: faults, switches and counts. */
  calm: void;
  /** Checks the accessibility of the page in its current state, in the light and the dark scheme. */
  axe: (page?: Page) => Promise<void>;
}

interface WorkerFixtures {
  market: "th" | "la";
  product: SharedProduct;
  /** The login page in this language with its cookies, from which tests sign in. */
  guest: (language: Language | null) => Promise<Guest>;
  /** Checks the accessibility of finished HTML. @returns violations */
  checker: (html: string, url: string) => Promise<string[]>;
}

type Language = "th" | "la" | "en";

interface Guest {
  cookies: ReadonlyMap<string, string>;
  /** The login page. */
  login: Answer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  market: ["th", { option: true, scope: "worker" }],

  product: [
    async ({ market }, use, { parallelIndex }) => use(await sharedProduct({ slot: parallelIndex, market })),
    { scope: "worker", timeout: 120_000 },
  ],

  guest: [
    async ({ product }, use) => {
      const known = new Map<Language | null, Promise<Guest>>();
      await use((language) => {
        const guest = known.get(language) ?? openLogin(product, language);
        known.set(language, guest);
        return guest;
      });
    },
    { scope: "worker" },
  ],

  baseURL: ({ product }, use) => use(product.url),

  language: ["en", { option: true }],

  context: async ({ context, product, guest, language }, use) => {
    await addCookies(context, product, (await guest(language)).cookies);
    await use(context);
  },

  member: async ({ context, product, guest, language }, use) => {
    const { desk } = product;
    let account: Promise<Account> | undefined;
    const create = (wishes?: NewMember) => (account ??= desk.createMember(wishes));
    const phone = async () => (await create()).username;
    await use({
      create,
      signIn: async (wishes) => {
        const member = await create(wishes);
        const { cookies, login } = await guest(language);
        const visitor = new Visitor(product.url);
        for (const [name, value] of cookies) visitor.cookies.set(name, value);
        const { username, password } = member;
        const form = formWith(login.text, ["username", "password"]);
        const landed = await visitor.send("POST", "/login", { ...form?.values, username, password });
        if (!landed.headers.location?.startsWith("/user/")) throw new Error(`Sign-in ended with ${landed.status}`);
        await addCookies(context, product, visitor.cookies);
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
        // Chromium logs the statuses of documents, which the tests expect; those of other resources are checked below.
        // A test that cuts the line itself says so by ERR_FAILED.
        // It says the last when a page ends while its service worker starts.
        const expected =
          /^(Failed to load resource: (the server responded|net::ERR_FAILED)|Service worker went to a bad state)/;
        if (message.type() === "error" && !expected.test(message.text())) noise.push(`console: ${message.text()}`);
      });
      context.on("response", (response) => {
        // A form that a script sends may be refused, too.
        // The service worker asks for documents, too.
        const request = response.request();
        const document = request.isNavigationRequest() || request.method() === "POST" || request.serviceWorker();
        if (!document && response.status() >= 400) noise.push(`${response.status()} for ${response.url()}`);
      });
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && !known.includes(origin)) noise.push(`other origin: ${request.url()}`);
      });
      await use();
      expect(noise, "the test leaves nothing in the console").toEqual([]);
    },
    { auto: true },
  ],

  calm: [
    async ({ product }, use) => {
      await use();
      const { desk, switches } = product;
      await Promise.all([desk.clearFaults(), desk.resetCalls(), desk.switches(switches)]);
    },
    { auto: true },
  ],

  checker: [
    async ({ browser }, use) => {
      let copy: Promise<Page> | undefined;
      const open = async () => (await browser.newContext({ ...PHONE, bypassCSP: true })).newPage();
      await use(async (html, url) => {
        const page = await (copy ??= open());
        const answer = { contentType: "text/html; charset=utf-8", body: html };
        await page.route(url, (route) => route.fulfill(answer), { times: 1 });
        await page.goto(url);
        return [...(await violations(page, "light")), ...(await violations(page, "dark"))];
      });
      await (await copy)?.context().close();
    },
    { scope: "worker" },
  ],

  axe: async ({ page, javaScriptEnabled, checker }, use) => {
    await use(async (subject = page) => {
      // The checker needs scripts, and the product's own make no difference to it.
      if (!javaScriptEnabled) return;
      // A page that a click has just opened may have no content yet.
      await subject.waitForLoadState("domcontentloaded");
      // A second page shows the finished HTML, because waiting pages reload themselves.
      const html = (await subject.content())
        .replace(/<script\b[^]*?<\/script>/gi, "")
        .replace(/<noscript[^]*?<\/noscript>/gi, "")
        .replace(/<meta http-equiv="refresh"[^>]*>/gi, "");
      expect(await checker(html, subject.url()), new URL(subject.url()).pathname).toEqual([]);
    });
  },
});

/**
 * Accessibility violations in one colour scheme. The dark scheme has the same elements, so only contrast is checked.
 */
async function violations(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // Contrast is wrong while colours change from one scheme to the other. On a busy machine a page may draw no frame for
  // long, so nothing waits for them.
  await page.evaluate(() => document.getAnimations().forEach((on) => on instanceof CSSTransition && on.finish()));
  // Without legacy mode the checker opens another page. Its types belong to its own copy of playwright-core.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode();
  if (colorScheme === "dark") axe.withRules("color-contrast");
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${colorScheme}: ${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
}

/** Opens the login page, after changing the language by its menu. */
async function openLogin(product: SharedProduct, language: Language | null): Promise<Guest> {
  const visitor = new Visitor(product.url);
  if (language) await chooseLanguage(visitor, "/login", language);
  const login = await visitor.get("/login");
  if (login.status !== 200) throw new Error(`/login (${login.status}):\n${await product.output()}`);
  return { cookies: visitor.cookies, login };
}

const addCookies = (context: BrowserContext, { url }: SharedProduct, cookies: ReadonlyMap<string, string>) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: "Lax" })));
