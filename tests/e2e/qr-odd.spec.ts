/** An operator that returns wrong QR codes, and a deployment without the secret for gift links. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import QRCode from "qrcode";
import qr from "../../locales/th/qr.json" with { type: "json" };
import truewallet from "../../locales/th/truewallet.json" with { type: "json" };
import { promptPay } from "../../server/sandbox/ledger/promptpay";
import { expect, test } from "../support/fixtures";
import { startProduct, type Product } from "../support/product";

/** The operator's record of a QR code. */
interface QrRecord {
  qrcode?: string | null;
  amount?: number;
}

/** How the QR codes of each provider are wrong. */
const LIES: Record<string, (amount: number) => Promise<string>> = {
  KBANK: (amount) => QRCode.toString(promptPay("0812223333", Math.round(amount * 1000)), { type: "svg" }),
  FP: async () => "<p>Scan the code below</p>",
};

/** Starts a proxy before the sandbox that falsifies its QR codes. */
async function startLiar(operator: string) {
  const liar = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const kept = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name));
    const answer = await fetch(operator + request.url, {
      method: request.method,
      headers: kept as [string, string][],
      body: body.length > 0 ? Buffer.concat(body) : undefined,
    });
    const text = await answer.text();
    const lie = LIES[/^\/api\/qrcode\/(\w+)$/.exec(request.url!)?.[1] ?? ""];
    const told = lie ? await withLie(text, lie) : text;
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" }).end(told);
  });
  await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(liar.address() as AddressInfo).port}`,
    async stop() {
      liar.closeAllConnections();
      await new Promise((resolve) => liar.close(resolve));
    },
  };
}

async function withLie(text: string, lie: (amount: number) => Promise<string>): Promise<string> {
  const record = JSON.parse(text) as QrRecord;
  return record.qrcode && record.amount ? JSON.stringify({ ...record, qrcode: await lie(record.amount) }) : text;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

let liar: Awaited<ReturnType<typeof startLiar>>;
let cheated: Product;

// Runs this file in one worker, so that proxy and product start once.
test.describe.configure({ mode: "default" });
test.beforeAll(async ({ product }) => {
  liar = await startLiar(new URL(product.deskUrl).origin);
  cheated = await startProduct({
    env: { NODE_ENV: "test", OPERATOR_API_URL: liar.url, QUIET_S: "1", CLOSED_S: "1", FP_QR_MINIMUM: "25" },
  });
});
test.afterAll(async () => {
  await cheated?.stop();
  await liar?.stop();
});

const cheat = test.extend<{ page: Page; phone: string }>({
  page: async ({ browser, contextOptions, javaScriptEnabled }, use) => {
    const own = await browser.newContext({ ...contextOptions, javaScriptEnabled, baseURL: cheated.url });
    await use(await own.newPage());
    await own.close();
  },

  phone: [
    async ({ page, product }, use) => {
      const { username, password } = await product.desk.createMember();
      await page.goto("/login");
      await page.locator("input[name=username]").fill(username);
      await page.locator("input[name=password]").fill(password);
      await page.locator("input[name=password]").press("Enter");
      await expect(page).toHaveURL(/\/user\//);
      await use(username);
    },
    { auto: true },
  ],
});

/** A new product refuses money operations for a second, so this tries again. */
async function create(page: Page, address: string) {
  await expect(async () => {
    await page.goto(address);
    await page.getByRole("button", { name: qr.create }).click();
    await expect(heading(page, qr.scanTitle)).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

for (const { provider, how, text } of [
  { provider: "KBANK", how: "asks for another amount", text: qr.scanWrong },
  { provider: "FP", how: "is not a picture", text: qr.scanUnreadable },
])
  cheat(`a QR that ${how} is not shown, and can be cancelled`, async ({ page, phone, product, axe }) => {
    await create(page, `/user/deposit/qr/${provider}?amount=50`);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(text);
    await expect(alert.getByRole("link")).toBeVisible();
    await expect(page.locator("img.qr-code")).toHaveCount(0);
    await axe();
    await expect(page.getByRole("link", { name: qr.savePicture })).toHaveCount(0);
    await page.goto(`/user/deposit/qr/${provider}/picture`);
    await expect(alert).toContainText(text);
    await page.getByRole("link", { name: qr.cancelQr }).click();
    await page.getByRole("button", { name: qr.cancelQr }).click();
    await expect(page).toHaveURL("/user/deposit?qr=cancelled");
    expect(await product.desk.qrs(phone)).toEqual([]);
  });

cheat("the setting for FP is its minimum and its first preset", async ({ page }) => {
  await page.goto("/user/deposit/qr/FP");
  expect(await page.locator(".choices button").allInnerTexts()).toEqual(["25", "50", "100", "500", "1,000"]);
  await page.locator("input[name=amount]").fill("24.99");
  await page.locator("input[name=amount]").press("Enter");
  await expect(page.getByRole("alert")).toContainText("25.00");
});

cheat("without the secret there are no gift links", async ({ page }) => {
  await page.goto("/user/deposit/truewallet?by=gift");
  await expect(page.getByLabel(truewallet.addAmount)).toBeVisible();
  await expect(page.locator("[name=link]")).toHaveCount(0);
});
