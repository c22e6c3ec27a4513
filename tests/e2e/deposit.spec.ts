import { expectCopyButton } from "../support/copying";
import { expect, test, variant } from "../support/fixtures";

test("shows the accounts to pay to, and says to pay only from the member's own account @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await page.goto("/user/home");
  await page.getByRole("main").getByRole("link", { name: "Deposit" }).first().click();
  const own = page.getByRole("region", { name: "Only from your own account" });
  await expect(own).toContainText(/\d{3}/);
  if (product.market === "th") {
    const accounts = page.getByRole("region", { name: "Transfer to one of these accounts" });
    await expect(accounts.getByText("405-123-4567")).toBeVisible();
    await expect(accounts).toContainText("Siam Commercial Bank");
    await expect(accounts).toContainText("Government Savings Bank");
  } else {
    await expect(page.getByRole("region", { name: "Transfer to this account" })).toContainText("0101-2098-76543");
  }
  await expect(page.getByText("The money arrives in your main wallet by itself")).toBeVisible();
  await axe();
});

test("with scripts, the account number can be copied", async ({ page, member, javaScriptEnabled }) => {
  await member.signIn();
  await page.goto("/user/deposit");
  await expectCopyButton(page, "4051234567", javaScriptEnabled);
});

test("deposit accounts that the operator checks by hand are shown without a QR", async ({ page, member, product }) => {
  await product.desk.switches({ deposit: "manual" });
  await member.signIn();
  await page.goto("/user/deposit");
  await expect(page.getByText("405-123-4567")).toBeVisible();
  await expect(page.getByText("098-765-4321")).toBeVisible();
  await expect(page.getByRole("link", { name: "QR", exact: true })).toHaveCount(0);
});

test("if no account is open, the page says so, links to support, and slips can be sent", async ({
  page,
  member,
  product,
  axe,
}) => {
  await product.desk.switches({ deposit: "none" });
  await member.signIn();
  await page.goto("/user/deposit");
  await expect(page.getByRole("heading", { name: "There is no way to deposit right now" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Contact support/ })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await axe();
  await page.getByRole("link", { name: "Slip", exact: true }).click();
  await expect(page).toHaveURL("/user/slips?from=deposit");
});

const UNREADABLE = [
  ["fails", "error"],
  ["answers nonsense", "wrong-schema"],
] as const;

for (const [at, [how, kind]] of UNREADABLE.entries())
  test(
    `if the operator ${how}, no page says that there is no channel, and slips can be sent`,
    variant(at),
    async ({ page, member, product, axe }) => {
      await product.desk.fault({ call: "lookupDeposit", kind, times: 0 });
      await member.signIn();
      for (const address of ["/user/deposit", "/user/deposit/truewallet", "/user/deposit/qr/KBANK"]) {
        expect((await page.goto(address))!.status()).toBe(503);
        await expect(page).toHaveURL(address);
        await expect(page).toHaveTitle(/^Error: Deposit · /);
        await expect(page.getByRole("heading", { name: "Deposit", level: 1 })).toBeVisible();
        await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
        await expect(page.getByRole("alert")).toContainText("Your money is safe");
        await expect(page.getByRole("alert")).toBeFocused();
        await expect(page.getByRole("link", { name: "Slip", exact: true })).toHaveAttribute(
          "href",
          "/user/slips?from=deposit",
        );
        await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", address);
        await axe();
      }
      await product.desk.clearFaults();
      // A call that has failed several times pauses for a moment.
      await expect(async () => {
        await page.getByRole("link", { name: "Try again" }).click();
        await expect(page.getByRole("button", { name: "Create QR" })).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  );

for (const { market, currency, ways } of [
  { market: "", currency: "BAHT", ways: ["Bank", "QR", "True Wallet", "Slip"] },
  { market: " @la", currency: "LAK", ways: ["Bank", "Slip"] },
] as const)
  test(`while the operator is in maintenance, every page has the same tabs for ${currency}${market}`, async ({
    page,
    member,
    product,
  }) => {
    await member.signIn({ currency });
    await product.desk.switches({ maintenance: true });
    const tabs = page.getByRole("navigation", { name: "Ways to deposit" }).getByRole("link");
    await page.goto("/user/slips");
    for (const name of ways) {
      await expect(tabs).toHaveText([...ways]);
      await tabs.getByText(name, { exact: true }).click();
      await expect(tabs.and(page.locator("[aria-current=page]"))).toHaveText(name);
    }
  });

test("while the member holds a bonus, deposits are blocked and the page says so before payment", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await product.desk.giveBonus(username, 50_00);
  await page.goto("/user/deposit");
  await expect(page.getByText("It must be ended before your next deposit.")).toBeVisible();
  await page.goto("/user/deposit/qr/KBANK");
  await expect(page.getByText("It must be ended before your next deposit.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create QR" })).toBeDisabled();
  await page.getByRole("link", { name: "See your current bonus" }).click();
  await expect(page).toHaveURL("/user/bonus");
});
