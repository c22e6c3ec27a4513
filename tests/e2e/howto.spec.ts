import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const GUIDES = ["Your wallet", "Start playing", "Check your balance", "Take a bonus", "Cancel a bonus"];

test("guests find five guides, each with its length, and read one after the other @main", async ({ page, axe }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "How to", exact: true }).click();
  await expect(page).toHaveURL("/howto");
  await expect(page.getByRole("link", { name: "How to", exact: true })).toHaveAttribute("aria-current", "page");
  const guides = page.getByRole("main").getByRole("listitem");
  await expect(guides).toHaveCount(GUIDES.length);
  for (const [at, title] of GUIDES.entries()) await expect(guides.nth(at)).toContainText(title);
  await expect(guides.first()).toContainText(/\d:\d\d/);
  await axe();

  await guides.first().getByRole("link").click();
  await axe();
  for (const [at, title] of GUIDES.entries()) {
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.getByRole("main").locator("ol > li")).toHaveCount(4);
    const next = GUIDES[at + 1];
    if (next) await page.getByRole("link", { name: `Next: ${next}` }).click();
  }
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/howto");
});

test("members read the guides from the contact page and stay signed in", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/contact");
  await page.getByRole("link", { name: /^How to use/ }).click();
  await expect(page).toHaveURL("/howto");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/user/home");
});

/** The requests of a page for video, captions and pictures. */
function mediaOf(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\.mp4$|captions/.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  return asked;
}

test("a video says its size and loads nothing until it is started", async ({ page }) => {
  const asked = mediaOf(page);
  await page.goto("/howto/wallet", { waitUntil: "networkidle" });
  await expect(page.getByText(/\d:\d\d minutes · \d+ kB/)).toBeVisible();
  const video = page.getByLabel("Video: Your wallet");
  await expect(video).toHaveAttribute("preload", "none");
  await expect(video).toHaveAttribute("controls", "");
  expect(asked.filter((url) => url.endsWith(".mp4"))).toEqual([]);
});

test("a step of the text starts the video there, and each language has captions", async ({ page, product }) => {
  await page.goto("/howto/wallet");
  await page.getByRole("link", { name: "Watch from 0:07" }).click();
  await expect(page).toHaveURL("/howto/wallet?from=7#player");
  await expect(page.getByLabel("Video: Your wallet")).toHaveAttribute("src", /^\/clips\/wallet-\w+\.mp4#t=7$/);
  await expect(page.locator("li[aria-current=step]")).toContainText("Deposit");

  const tracks = await page
    .locator("track")
    .evaluateAll((all) => all.map((track) => [track.getAttribute("srclang"), track.getAttribute("src")] as const));
  expect(tracks.map(([language]) => language)).toEqual(["th", "lo", "en"]);
  for (const [language, src] of tracks) {
    const captions = await page.request.get(product.url + src);
    expect(captions.headers()["content-type"]).toBe("text/vtt; charset=utf-8");
    const text = await captions.text();
    expect(text).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:07\.000\n/);
    const script = { th: /\p{Script=Thai}/u, lo: /\p{Script=Lao}/u, en: /Every deposit arrives there/ }[language!]!;
    expect(text).toMatch(script);
  }
});

test("a link to a place that no step has starts the video at its begin", async ({ page }) => {
  await page.goto("/howto/wallet?from=%22%3E1");
  await expect(page.getByLabel("Video: Your wallet")).toHaveAttribute("src", /^\/clips\/wallet-\w+\.mp4$/);
});

test("a guide that does not exist is not found", async ({ page }) => {
  expect((await page.goto("/howto/secrets"))!.status()).toBe(404);
  expect((await page.goto("/howto/secrets/captions"))!.status()).toBe(404);
});
