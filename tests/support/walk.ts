import { chooseLanguage, demoMember, signedIn } from "./demo";
import { formWith } from "./html";
import { matches } from "./pages";
import type { Product } from "./product";
import { Visitor, type Answer } from "./visitor";
import { prizePages, spun } from "./wheel";

interface Way {
  /** URL patterns of all pages. */
  patterns: string[];
  language: string;
  /** The phone number that is registered during the walk. */
  phone: string;
}

/** Opens the pages as a member would reach them, and calls `see` with each. */
export async function walk(product: Product, { patterns, language, phone }: Way, see: (page: Answer) => Promise<void>) {
  const guest = new Visitor(product.url);
  await chooseLanguage(guest, "/login", language);
  for (const path of patterns.filter((one) => !one.includes(":") && !one.startsWith("/user"))) {
    await see(await guest.get(path));
  }
  await see(await guest.get("/howto/wallet"));

  const answers = {
    username: phone,
    name: "Walking Member",
    password: "secret-1234",
    confirmPassword: "secret-1234",
    bankCode: "KBANK",
    firstName: "WALKING",
    lastName: "MEMBER",
    bankAccountNo: phone,
    adult: "1",
  };
  let step: Answer | null = await guest.get("/register");
  for (let count = 0; step && count < 6; count += 1) {
    await see(step);
    if (matches("/register/done", step.path)) break;
    const otpCode = step.path.includes("otp") ? await product.desk.otp(phone) : "";
    step = await guest.complete(step, { ...answers, otpCode });
  }

  const demo = demoMember(product);
  const member = await signedIn(product, demo, language);
  await product.desk.switches({ agreements: true, inviteBanners: true, refundBanners: true });
  await product.desk.friendPlays(demo.username, 1_000_00);
  await product.desk.loseLastWeek(demo.username, 1_000_00);
  for (const path of patterns.filter((one) => !one.includes(":") && one.startsWith("/user"))) {
    await see(await member.get(path));
  }
  await product.desk.switches({ agreements: false, inviteBanners: false, refundBanners: false });
  const bank = (await product.desk.bankAccount(demo.username))!;
  const edited = await member.complete(await member.get("/user/profile/edit"), { bankAccountName: "WALKING MEMBER" });
  await see(edited!);
  await product.desk.setBank(demo.username, { ...bank, code: "KTB", name: "สมชาย ใจดี" });
  for (const path of ["/user/profile", "/user/profile/bank-name"]) await see(await member.get(path));
  await product.desk.setBank(demo.username, bank);
  await see(await member.get("/user/withdraw/review?amount=100"));
  await see(await member.get("/user/protection/break?days=7"));
  await see(await member.get("/user/bonus/details?code=DAILY20"));
  await see(await member.get("/user/promotion?code=NEWYEAR27"));
  const { username } = demoMember(product);
  await product.desk.giveBonus(username, 1_00);
  await see(await member.get("/user/bonus/clear"));
  await product.desk.endBonus(username);
  const moved = await member.complete(await member.get("/user/transfer"), {
    from: "wallet",
    to: "PGSLOT",
    amount: "1",
  });
  if (moved) await see(moved);
  const chooser = await member.get("/user/deposit/qr/KBANK");
  await see(chooser);
  await member.complete(chooser, { amount: "100" });
  await see(await member.get("/user/deposit/qr/KBANK"));
  await see(await member.get("/user/deposit/qr/KBANK/cancel"));
  const [, closed] = /href="(\/user\/games\/[^"?]+\/open)"/.exec((await member.get("/user/home")).text) ?? [];
  if (closed) await see(await member.get(closed));
  const game = await member.get("/user/games/PGSLOT");
  await see(game);
  for (const path of ["launch", "credentials"]) {
    const { values } = formWith(game.text, ["_t"])!;
    await see(await member.post(`/user/games/PGSLOT/${path}`, values));
  }
  await see(await member.get("/user/games/PGSLOT/reset"));

  const won = await spun(product.desk, member, username, product.market === "la" ? 25_000_00 : 50_00);
  await see(won);
  for (const page of await prizePages(member, won)) await see(page);
  for (const path of ["/user/spin", "/user/spin/coupons"]) await see(await member.get(path));

  await product.desk.switches({ terminated: true });
  await see(await guest.get("/terminated"));
  await product.desk.switches({ terminated: false });
}
