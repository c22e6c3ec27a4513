import { createHash } from "node:crypto";
import { chooseLanguage, signedIn } from "./demo";
import { tokenOn } from "./crawl";
import type { Product } from "./product";
import { Visitor, type Answer } from "./visitor";
import { prizePages, spun } from "./wheel";

/** A file that is not a picture. */
const NOTES = { name: "notes.png", type: "image/png", bytes: Buffer.from("no picture") };

/** Opens the states that `walk` does not reach: refused forms, empty lists, failures, and operations in every state. */
export async function oddStates(product: Product, see: (page: Answer) => Promise<void>) {
  const { url, desk } = product;
  const guest = new Visitor(url);
  await chooseLanguage(guest, "/login", "th");
  const send = async (visitor: Visitor, path: string, fields: Record<string, string>) => {
    const answer = await visitor.complete(await visitor.get(path), fields);
    if (!answer) throw new Error(`${path} has no form with ${Object.keys(fields).join(", ")}`);
    await see(answer);
  };
  await send(guest, "/login", { username: "0811111111", password: "wrong" });
  await send(guest, "/register", { username: "1" });
  await see(await guest.get("/nowhere"));
  await see(await guest.get("/register?code=PRabc123"));
  await desk.fault({ call: "login", kind: "reset" });
  await send(guest, "/login", { username: "0811111111", password: "secret-1234" });

  const someone = async () => {
    const { username, password } = await desk.createMember({ wallet: 500_00, games: { PGSLOT: 0 } });
    return { phone: username, member: await signedIn(product, { username, password }, "th") };
  };
  const { phone, member } = await someone();
  for (const path of ["/user/home", "/user/statement", "/user/statement/print", "/user/slips", "/user/transfer/all"]) {
    await see(await member.get(path));
  }
  await see(await member.get("/user/statement?from=2026-13-40"));
  await see(await member.get("/user/games/NOSUCH"));
  const token = tokenOn((await member.get("/user/games/PGSLOT")).text)!;
  await desk.switches({ gamesOffered: "all" });
  await see(await member.get("/user/home?q=naga"));
  await see(await member.get("/user/home?q=nothing"));
  await send(member, "/user/games/PGSLOT", { amount: "0.5" });
  await desk.switches({ gamesOffered: "usual", providersRefusing: ["*"] });
  await send(member, "/user/games/PGSLOT", { amount: "0" });
  await send(member, "/user/games/PGSLOT", { amount: "1" });
  await desk.switches({ providersRefusing: [], providersDown: ["PGSLOT"] });
  await see(await member.post("/user/games/PGSLOT/reset", { _t: token }));
  await desk.switches({ providersDown: [] });
  await desk.fault({ call: "resetSlotPassword", kind: "drop-after-commit", phone });
  await see(await member.post("/user/games/PGSLOT/reset", { _t: token }));
  await send(member, "/user/transfer", { from: "wallet", to: "PGSLOT", amount: "0" });
  await send(member, "/user/withdraw", { amount: "900" });
  await send(member, "/user/deposit/qr/KBANK", { amount: "0" });
  await send(member, "/user/deposit/truewallet?by=gift", { link: "nothing" });
  await see(await member.submit(await member.get("/user/slips"), { file: NOTES }));

  for (const kind of ["drop-after-commit", "reset", "wrong-schema"] as const) {
    const other = await someone();
    await desk.fault({ call: "transfer", kind, phone: other.phone });
    await send(other.member, "/user/transfer", { from: "wallet", to: "PGSLOT", amount: "10" });
    await see(await other.member.get("/user/home"));
  }
  await send(member, "/user/withdraw/review?amount=100", { amount: "100" });
  for (const path of ["/user/withdraw", "/user/deposit/truewallet"]) await see(await member.get(path));
  await desk.settle(phone);
  const slip = await desk.makeSlip({ phone, amount: 100_00 });
  const file = { name: "slip.png", type: "image/png", bytes: Buffer.from(slip.png, "base64") };
  await see(await member.submit(await member.get("/user/slips"), { file }));
  await desk.readSlips(phone);
  await see(await member.get("/user/slips"));
  await see(await spun(desk, member, phone, null));
  const thing = await spun(desk, member, phone, 0);
  for (const page of [thing, ...(await prizePages(member, thing))]) await see(page);
  for (const prize of [20_00, 30_00, 100_00]) await spun(desk, member, phone, prize);
  for (const path of ["/user/spin", "/user/spin/coupons", "/user/spin/coupons?gone=1"])
    await see(await member.get(path));
  await desk.switches({ wheelSlices: 24, wheelLabels: "long" });
  await see(await member.get("/user/spin"));
  await desk.switches({ wheelSlices: 12, wheelLabels: "short", spinActive: false });
  await see(await member.get("/user/spin"));
  await desk.switches({ spinActive: true });
  await desk.giveBonus(phone, 50_00);
  for (const path of ["/user/deposit", "/user/withdraw", "/user/home"]) await see(await member.get(path));
  for (const path of [
    "/user/bonus",
    "/user/bonus/details?code=DAILY20",
    "/user/promotion?code=KRAM100",
    "/user/promotion?code=X",
  ])
    await see(await member.get(path));
  // So little is left that the bonus can be cancelled.
  const { username, password } = await desk.createMember({ games: { PGSLOT: 500_00 } });
  await desk.receiveOffer(username, "DAILY20");
  await desk.play(username, "PGSLOT", -500_00);
  const holder = await signedIn(product, { username, password }, "th");
  for (const path of ["/user/bonus", "/user/bonus/details?code=DAILY20", "/user/bonus/clear"])
    await see(await holder.get(path));
  await send(member, "/user/profile/password", { oldPassword: "a", newPassword: "b", confirmPassword: "c" });
  await send(member, "/user/profile/edit", { name: "สมชาย", bankAccountNo: "12" });
  await send(member, "/user/profile/edit", { bankAccountNo: "1234567890" });
  await send(member, "/user/profile/edit/review", { password: "wrong" });
  await desk.setBank(phone, { code: "TMB", name: "สมชาย ใจดี", number: "123456789012" });
  await send(member, "/user/profile/bank-name", { bankAccountName: "สมชาย" });
  await desk.fault({ call: "updateBankAccountName", kind: "drop-after-commit", phone });
  await send(member, "/user/profile/bank-name", { bankAccountName: "SOMCHAI JAIDEE" });
  await desk.fault({ call: "changePassword", kind: "drop-after-commit", phone });
  const passwords = { oldPassword: "Passw0rd!", newPassword: "New-1", confirmPassword: "New-1" };
  await send(member, "/user/profile/password", passwords);
  await desk.fault({ call: "getProfile", kind: "error", times: 0, phone });
  await desk.fault({ call: "lookupConditions", kind: "error", times: 0 });
  for (const path of ["/user/profile", "/user/profile/edit", "/user/conditions"]) await see(await member.get(path));
  await desk.fault({ call: "getWallet", kind: "error", times: 0, phone });
  for (const path of ["/user/home", "/user/transfer"]) await see(await member.get(path));
  await desk.clearFaults();
}

/** A hash of the tags that styles depend on: pages with the same hash look the same. */
export function lookOf(html: string): string {
  const tags = [...html.matchAll(/<\w+(?: (?:class|data-[\w-]+|aria-current|hidden|open)(?:="[^"]{0,30}")?)*/g)];
  return createHash("sha256").update(tags.join("")).digest("base64");
}
