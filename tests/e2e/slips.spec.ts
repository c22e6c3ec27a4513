import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

test.beforeEach(async ({ product }) => {
  await product.desk.switches({ slipWindow: "open", slipReadMs: 600_000 });
});

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };

const picker = (page: Page) => page.getByLabel("Choose the picture of the slip");
const sendButton = (page: Page) => page.getByRole("button", { name: "Send slip" });
const rows = (page: Page) => page.getByRole("table", { name: "Slips you have sent" }).getByRole("row");
/** The newest slip, below the head of the table. */
const newest = (page: Page) => rows(page).nth(1);

const file = (png: string | Buffer, name = "slip.png", mimeType = "image/png") => ({
  name,
  mimeType,
  buffer: typeof png === "string" ? Buffer.from(png, "base64") : png,
});

async function send(page: Page, picture: ReturnType<typeof file>) {
  await page.goto("/user/slips?send=1");
  await picker(page).setInputFiles(picture);
  await sendButton(page).click();
}

/** Reloads until the newest slip has this status, because the operator takes some time to read a picture. */
async function ends(page: Page, status: string) {
  await expect(page).toHaveURL("/user/slips");
  await expect(async () => {
    await page.getByRole("link", { name: "Load the status again" }).click();
    await expect(newest(page)).toContainText(status, { timeout: 3_000 });
  }).toPass(LATER);
}

test("a slip is sent, checked, and credited @main", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 345_50 });
  await page.goto("/user/slips");
  await expect(page.getByText("No slip has been sent yet.")).toBeVisible();
  await axe();
  await send(page, file(png));
  await expect(page.getByText("Slip sent. It is being checked.")).toBeVisible();
  await expect(page).toHaveURL("/user/slips");
  await expect(newest(page)).toContainText("Being checked");
  await expect(newest(page)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  await axe();
  await product.desk.readSlips(username);
  await expect(newest(page)).toContainText("Success", LATER);
  await expect(newest(page)).toContainText("345.50");
  await expect(page.getByText(/^Slip accepted\. .345\.50 is in your main wallet\.$/)).toBeVisible();
  await expect(sendButton(page)).toBeVisible();
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 345_50 });
  expect(await product.desk.calls("uploadSlip")).toMatchObject({ refused: 0 });
});

test("the head shows no balance from before a slip was credited", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 12_00 });
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await page.goto("/user/home");
  await send(page, file(png));
  await expect(newest(page)).toContainText("Being checked");
  const head = page.locator(".sheet-head");
  await expect(head).toContainText("Main wallet ฿12.00");
  await product.desk.readSlips(username);
  await expect(newest(page)).toContainText("Success", LATER);
  await expect(page.getByText("฿100.00 is in your main wallet.")).toBeVisible();
  await expect(head).not.toContainText("Main wallet");
});

test("the page keeps the tabs of the deposit, and back leads to where the member came from", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await page.goto("/user/statement");
  await page.getByRole("link", { name: "Send slip" }).click();
  await expect(page.getByRole("navigation", { name: "Ways to deposit" }).getByRole("link")).not.toHaveCount(0);
  await picker(page).setInputFiles(file(png));
  await sendButton(page).click();
  await expect(newest(page)).toContainText("Being checked");
  await page.goto("/user/slips?page=2&from=statement");
  await expect(page.getByText("It is being checked.")).toHaveCount(0);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/user/statement");
});

test("while a slip is checked, another one can be sent", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  const first = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  const second = await product.desk.makeSlip({ phone: username, amount: 200_00 });
  await send(page, file(first.png));
  await expect(newest(page)).toContainText("Being checked");
  await expect(sendButton(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Send another slip" }).click();
  await picker(page).setInputFiles(file(second.png));
  await sendButton(page).click();
  await expect(rows(page)).toHaveCount(3);
});

const REASONS = [
  { outcome: "EXPIRED_SLIP", why: "The slip has expired", todo: "Ask support to check this slip" },
  { outcome: "SLIP_REFNO_DUPLICATED", why: "This slip has been used already", todo: "Look at your statement" },
  { outcome: "IMG_SIZE_UNABLE_TO_PROCESS", why: "The slip is not correct", todo: "Save the slip in your bank’s app" },
];

for (const [at, { outcome, why, todo }] of REASONS.entries()) {
  test(
    `a slip that fails with ${outcome} shows the reason and what to do`,
    variant(at),
    async ({ page, member, product, axe }) => {
      await product.desk.switches({ slipReadMs: 0 });
      const { username } = await member.signIn();
      const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00, outcome });
      await send(page, file(png));
      await ends(page, "Failed");
      await expect(newest(page)).toContainText(why);
      await expect(newest(page)).toContainText(todo);
      await expect(page.locator(".alert").first()).toContainText(why);
      await expect(newest(page).getByRole("link", { name: /Contact support/ })).toBeVisible();
      await axe();
      expect(await member.balances()).toMatchObject({ wallet: 0 });
    },
  );
}

test("the picture of a slip opens in a new tab that has no access to the page", async ({ page, member, product }) => {
  await product.desk.switches({ slipReadMs: 0 });
  const { username } = await member.signIn();
  for (const [outcome, status] of [
    ["SUCCESS", "Success"],
    ["EXPIRED_SLIP", "Failed"],
  ] as const) {
    const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00, outcome });
    await send(page, file(png));
    await ends(page, status);
    const link = newest(page).getByRole("link", { name: "View slip" });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    const picture = await page.request.get((await link.getAttribute("href"))!);
    expect(picture.url()).toContain("/media/slips/");
    expect((await picture.body()).toString("base64")).toBe(png);
  }
});

test("during the closed hours, the page says when slips are accepted again", async ({ page, member, product, axe }) => {
  await product.desk.switches({ slipWindow: "closed" });
  await member.signIn();
  await page.goto("/user/slips");
  await expect(page.getByText("You can send one again from 00:30.")).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  await axe();
});

test("a form without a picture is reported", async ({ page, member, product, axe }) => {
  await member.signIn();
  await product.desk.resetCalls();
  await page.goto("/user/slips");
  await sendButton(page).click();
  await expect(page.getByRole("alert")).toContainText("No file was chosen.");
  await expect(sendButton(page)).toBeVisible();
  await axe();
  expect((await product.desk.calls("uploadSlip")).received).toBe(0);
});

const BAD = [
  ["a text that calls itself a picture", file(Buffer.from("no picture")), "This file cannot be used."],
  ["a picture without an extension", file(Buffer.from("89504e470d0a1a0a", "hex"), "slip"), "This file cannot be used."],
  ["a file of 11 MB", file(Buffer.alloc(11 * 1024 * 1024)), "This file is larger than 10\u00a0MB."],
] as const;

for (const [what, picture, said] of BAD) {
  test(`${what} is refused with the reason, and the form stays`, async ({ page, member, product }) => {
    await member.signIn();
    await product.desk.resetCalls();
    await send(page, picture);
    await expect(page.getByText(said)).toBeVisible();
    await expect(sendButton(page)).toBeVisible();
    expect((await product.desk.calls("uploadSlip")).received).toBe(0);
  });
}

test("the reason of a refusal takes the focus, and the title says that there is an error", async ({ page, member }) => {
  await member.signIn();
  await send(page, file(Buffer.from("no picture")));
  await expect(page.getByRole("alert")).toContainText("This file cannot be used.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: My slips · /);
});

test("sending the same picture again must be confirmed", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await send(page, file(png));
  await expect(newest(page)).toContainText("Being checked");
  await send(page, file(png, "the same.png"));
  await expect(page.getByRole("alert")).toContainText("You sent this same picture on");
  await axe();
  await picker(page).setInputFiles(file(png));
  await page.getByRole("button", { name: "Send it once more" }).click();
  await expect(page.getByText("Slip sent. It is being checked.")).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
});

test("a picture without a QR is sent, and the page says what to do if it is not accepted", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  // A picture that a busy machine does not read in time is sent without a word about its QR.
  await expect(async () => {
    const { png } = await product.desk.makeSlip({
      phone: username,
      amount: 100_00,
      outcome: "CANNOT_READ_CROPPED_IMAGE",
    });
    await send(page, file(png));
    await expect(page.getByText("We could not read its QR in the picture")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(newest(page)).toContainText("Being checked");
  await expect(async () => {
    await product.desk.readSlips(username);
    await page.reload();
    await expect(newest(page)).toContainText("Failed", { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText("We could not read its QR in the picture")).toHaveCount(0);
});

test("if the answer is lost, the slip is found in the list, once", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await member.fault({ call: "uploadSlip", kind: "drop-after-commit" });
  await send(page, file(png));
  await expect(newest(page)).toContainText("Being checked", LATER);
  await expect(rows(page)).toHaveCount(2);
});

test("the operator's refusal is shown at the form", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await member.fault({ call: "uploadSlip", kind: "refuse", code: "SLIP_UPLOAD_FAIL" });
  await send(page, file(png));
  await expect(page.getByRole("alert")).toContainText("The slip could not be sent, or slips are closed at this hour.");
  await expect(page.getByRole("alert")).toContainText("Please choose the picture again");
  await expect(sendButton(page)).toBeVisible();
});

test("a page shows ten slips", async ({ page, member, product }) => {
  await product.desk.switches({ slipReadMs: 0 });
  const { username } = await member.signIn();
  for (let count = 1; count <= 11; count += 1) {
    const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 + count });
    await send(page, file(png));
    await expect(newest(page)).toContainText(`100.${String(count).padStart(2, "0")}`);
  }
  await expect(rows(page)).toHaveCount(11);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goto("/user/slips?page=9");
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(rows(page)).toHaveCount(11);
});

for (const [at, kind] of (["html-502", "wrong-schema"] as const).entries())
  test(
    `if the list cannot be loaded (${kind}), the page says so and still shows the form`,
    variant(at),
    async ({ page, member, product }) => {
      const { username } = await member.signIn();
      await product.desk.fault({ call: "listSlips", kind, times: 0, phone: username });
      expect((await page.goto("/user/slips"))?.status()).toBe(200);
      await expect(page).toHaveTitle(/^Error: My slips · /);
      await expect(page.getByRole("alert")).toContainText("We could not load your slips");
      await expect(page.getByRole("alert")).toBeFocused();
      await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/user/slips");
      await expect(page.getByRole("link", { name: "Contact support" })).toBeVisible();
      await expect(sendButton(page)).toBeVisible();
    },
  );

test("after the session has ended, the member signs in and returns to the form", async ({ page, member, product }) => {
  const { username, password } = await member.signIn();
  const { png } = await product.desk.makeSlip({ phone: username, amount: 100_00 });
  await page.goto("/user/slips");
  await picker(page).setInputFiles(file(png));
  await product.desk.expireTokens(username);
  await sendButton(page).click();
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL("/user/slips");
  await expect(page.getByText("No slip has been sent yet.")).toBeVisible();
});
