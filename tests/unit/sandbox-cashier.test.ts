import CryptoJS from "crypto-js";
import { expect, test } from "vitest";
import { done, operator, refused } from "./sandbox-operator";

const encrypted = (link: string, secret = "change-me") => CryptoJS.AES.encrypt(link, secret).toString();

test("the example gift link of the contract can be redeemed once", async () => {
  const { control, call, newcomer } = await operator();
  const { token, phone } = await newcomer();
  const link =
    "U2FsdGVkX18BAgMEBQYHCPC2ODGBpBHmvK8tAVoi1WgTRw/Z4oBUeM1nUl3jPUCSDYgdQj98AnXu+WGAwmNbL6enfiJL0IPaQY7/50xjs5k=";
  expect(await call("POST /api/wallet/truelink", { link }, token)).toEqual(done);
  expect(await call("POST /api/wallet/truelink", { link }, token)).toEqual(refused(409, "TRUELINK_DUPLICATE"));
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });
  expect(control.statement(phone).rows).toMatchObject([
    { type: "deposit", status: "SUCCESS", source: "TRUEWALLET", target: "wallet", amount: 100_00 },
  ]);
});

test("each state of a gift link has its own answer", async () => {
  const { control, call, newcomer } = await operator({ truelinkSecret: "another secret" });
  const { token, phone } = await newcomer();
  const send = (link: string, secret = "another secret", bearer = token) =>
    call("POST /api/wallet/truelink", { link: encrypted(link, secret) }, bearer);
  const invalid = refused(400, "TRUELINK_INVALID");
  const unused = control.makeGift({ amount: 55_25 });
  expect(await send(unused.link, "change-me")).toEqual(invalid);
  expect(await call("POST /api/wallet/truelink", { link: unused.link }, token)).toEqual(invalid);
  expect(await send("https://gift.truemoney.com/campaign/?v=0000000000")).toEqual(invalid);
  expect(await send(unused.link.replace("truemoney.com", "elsewhere.test"))).toEqual(invalid);
  expect(await send(control.makeGift({ amount: 1_00, state: "expired" }).link)).toEqual(invalid);
  expect(await send(control.makeGift({ amount: 1_00, state: "used" }).link)).toEqual(
    refused(409, "TRUELINK_DUPLICATE"),
  );
  const own = control.makeGift({ amount: 9_00, state: "own", phone });
  expect(await send(own.link)).toEqual(invalid);
  control.giveBonus({ phone, amount: 10_00 });
  expect(await send(unused.link)).toEqual(refused(409, "BONUS_REMAINING"));
  control.endBonus({ phone });
  expect(await send(unused.link)).toEqual(done);
  const other = await newcomer();
  expect(await send(own.link, undefined, other.token)).toEqual(done);
  expect(control.gifts().find(({ hash }) => hash === own.hash)?.state).toBe("used");
  expect([control.balances(phone).wallet, control.balances(other.phone).wallet]).toEqual([65_25, 9_00]);
  control.switches({ deposit: "manual" });
  expect(await send(control.makeGift({ amount: 1_00 }).link)).toEqual(invalid);
  expect(control.trialBalance().exact).toBe(true);
});

test("an announced deposit arrives after a minute, or fails after 15 minutes", async () => {
  const { control, call, newcomer } = await operator();
  const { token, phone } = await newcomer();
  const add = (amount: number) => call("POST /api/wallet/add", { amount }, token);
  const rows = () => control.statement(phone).rows.map(({ status, source, amount }) => [status, source, amount]);
  expect(await add(100)).toEqual(done);
  await control.advance({ ms: 59_000 });
  expect(rows()).toEqual([["PENDING", "TRUEWALLET", 100_00]]);
  expect(control.balances(phone)).toEqual({ wallet: 0 });
  await control.advance({ ms: 1_000 });
  expect(rows()).toEqual([["SUCCESS", "TRUEWALLET", 100_00]]);
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });

  control.switches({ addArrives: false });
  expect(await add(50)).toEqual(done);
  await control.advance({ ms: 899_000 });
  expect(control.announcements(phone)).toMatchObject([{ amount: 50_00, matchAt: null }]);
  await control.advance({ ms: 1_000 });
  expect(rows()[0]).toEqual(["FAILED", "TRUEWALLET", 50_00]);
  expect(await add(2)).toEqual(done);
  expect(control.matchAdd({ phone })).toBe(1);
  expect(() => control.matchAdd({ phone })).toThrow("no such");
  control.switches({ addArrives: true, addMatchMs: 0 });
  expect(await add(3)).toEqual(done);
  control.switches({ addMatchMs: 60_000 });
  expect(await add(4)).toEqual(done);
  control.loseAdd({ phone });
  await control.advance({ ms: 3_600_000 });
  expect(rows().slice(0, 3)).toEqual([
    ["FAILED", "TRUEWALLET", 4_00],
    ["SUCCESS", "TRUEWALLET", 3_00],
    ["SUCCESS", "TRUEWALLET", 2_00],
  ]);
  expect(control.balances(phone)).toEqual({ wallet: 105_00 });
  expect(control.trialBalance().exact).toBe(true);
});

test("an announcement is checked in the operator's order", async () => {
  const { control, call, newcomer } = await operator({ switches: { deposit: "manual" } });
  const { token, phone } = await newcomer();
  const add = (amount: number) => call("POST /api/wallet/add", { amount }, token);
  control.giveBonus({ phone, amount: 10_00 });
  expect(await add(1.99)).toEqual(refused(400, "TRANSFER_MINIMUM"));
  expect(await add(2)).toEqual(refused(404, "NO_WALLET"));
  control.switches({ deposit: "normal" });
  control.setMember({ phone, lacks: ["wallet"] });
  expect(await add(2)).toEqual(refused(404, "NO_WALLET"));
  control.setMember({ phone, lacks: [] });
  expect(await add(2)).toEqual(refused(409, "BONUS_REMAINING"));
  control.endBonus({ phone });
  expect(await add(2)).toEqual(done);
  const lao = await newcomer({ currency: "LAK" });
  expect(await call("POST /api/wallet/add", { amount: 20 }, lao.token)).toEqual(refused(404, "NO_WALLET"));
});

test("a held bonus is reported, blocks deposits and withdrawals, and ends at its threshold", async () => {
  const { control, call, newcomer } = await operator();
  const { token, phone } = await newcomer({ wallet: 100_00, games: { PG: 200_00 } });
  const active = async () => (await call("GET /api/bonus/check/active", undefined, token)).body;
  const minimum = async () => (await call("GET /api/bonus/check/minimum", undefined, token)).body;
  expect([await active(), await minimum()]).toEqual([
    { status: false, type: null },
    { status: false, minimum: 0 },
  ]);
  control.giveBonus({ phone, amount: 100_00, kind: "promotion", success: 200, fail: 10 });
  expect(() => control.giveBonus({ phone, amount: 1_00 })).toThrow("already");
  expect([await active(), await minimum()]).toEqual([
    { status: true, type: "promotion" },
    { status: false, minimum: 40 },
  ]);
  expect(await call("POST /api/qrcode/KBANK", { amount: 20 }, token)).toEqual(refused(409, "BONUS_REMAINING"));
  const bonusCondition = refused(409, "BONUS_CONDITION");
  expect(await call("POST /api/wallet/withdraw", { amount: 100 }, token)).toEqual(bonusCondition);
  expect(await call("POST /api/wallet/withdrawAll", { amount: 100 }, token)).toEqual(bonusCondition);
  expect(control.balances(phone)).toEqual({ wallet: 200_00, PG: 200_00 });
  expect(await call("POST /api/wallet/transfer", { from: "wallet", to: "PG", amount: 200 }, token)).toEqual(done);
  control.play({ phone, code: "PG", amount: -360_00 });
  expect(await minimum()).toEqual({ status: true, minimum: 40 });
  control.endBonus({ phone });
  expect(await active()).toEqual({ status: false, type: null });
  expect((await call("POST /api/qrcode/KBANK", { amount: 20 }, token)).body.hasQrcode).toBe(true);
});

test("the lookup offers KBANK's account instead of its QR if that is switched", async () => {
  const { control, call } = await operator();
  const mode = async () =>
    ((await call("GET /api/lookup/deposit")).body.banks as { bankCode: string; mode: string }[]).find(
      ({ bankCode }) => bankCode === "KBANK",
    )?.mode;
  expect(await mode()).toBe("QR");
  control.switches({ kbankAuto: true });
  expect(await mode()).toBe("AUTO");
});

test("the desk makes slips, gift links and deposits, on its page and in its API", async () => {
  const { sandbox, control, call, upload, newcomer } = await operator({ switches: { slipReadMs: 600_000 } });
  const { token, phone } = await newcomer();
  const desk = async (path: string, body?: object) => {
    const response = await fetch(`${sandbox.deskUrl}/api/${path}`, {
      ...(body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const made = (await desk("slip", { phone, amount: 12_00, outcome: "SUCCESS" })).body as { url: string; png: string };
  const picture = await fetch(made.url);
  expect(picture.headers.get("content-disposition")).toContain("slip-12.00-SUCCESS.png");
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(bytes.toString("base64")).toBe(made.png);
  expect((await desk(`made-slips?phone=${phone}`)).body).toMatchObject([{ outcome: "SUCCESS", bankCode: "SCB" }]);
  expect((await desk("slip", { phone, amount: 12_00, bankCode: "NONE" })).status).toBe(404);
  expect((await desk("slip", { phone, amount: 12_00, outcome: "NONE" })).status).toBe(400);

  const { reference } = (await upload(token, bytes)).body;
  expect((await desk("read-slip", { reference })).body).toEqual({ count: 1 });
  expect((await desk("read-slip", { reference })).status).toBe(404);
  expect((await desk(`slips?phone=${phone}`)).body).toMatchObject([{ reference, status: "SUCCESS", amount: 12_00 }]);

  const gift = (await desk("gift", { amount: 5_00 })).body as { link: string };
  expect(await call("POST /api/wallet/truelink", { link: encrypted(gift.link) }, token)).toEqual(done);
  await call("POST /api/wallet/add", { amount: 7 }, token);
  expect((await desk(`announcements?phone=${phone}`)).body).toMatchObject([{ amount: 7_00 }]);
  expect((await desk("match-add", { phone })).body).toEqual({ count: 1 });
  expect(control.balances(phone)).toEqual({ wallet: 24_00 });

  const form = await fetch(`${sandbox.deskUrl}/do/slip`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: sandbox.url },
    body: `phone=${phone}&amount=33.50&outcome=EXPIRED_SLIP&bankCode=&wrongCrc=`,
  });
  const page = await form.text();
  expect(page).toContain("33.50");
  expect(page).toContain(reference as string);
  expect(page).toContain("Make a gift link");
});
