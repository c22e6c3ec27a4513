import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { operatorPort } from "../../server/operations/port";
import { createClient } from "../../server/operator/client";
import { hashIn } from "../../server/sandbox/ledger/gifts";
import { createStage, LOST, MINUTE, SECOND, SUCCESS } from "./operations-stage";
import type { Stage } from "./operations-stage";

const LINK = "https://gift.truemoney.com/campaign/?v=0190demo7f3aQx";
const GIFT = { linkHash: createHash("sha256").update(LINK).digest("hex") };
const ADD = { amount: 50_00 };
const USED = { kind: "refused", code: "TRUELINK_DUPLICATE" } as const;

type Op = "addToWallet" | "submitTruelink";

async function submit(
  stage: Stage,
  op: Op,
  input: Record<string, string | number> = op === "addToWallet" ? ADD : GIFT,
) {
  const request = stage.request();
  const key = await stage.soon(request.formKey(op));
  const outcome = await stage.soon(request.run(op, input, key, { unrecorded: LINK }));
  expect(outcome.kind).toBe("receipt");
  return (outcome as { id: string }).id;
}

const viewOf = async (stage: Stage, id: string) => (await stage.soon(stage.request().view(id)))!;

/** A truewallet deposit in the statement. */
function row(stage: Stage, amount: number, status: "SUCCESS" | "PENDING" | "FAILED" = "SUCCESS") {
  const createdAt = new Date(stage.now());
  stage.operator.rows.unshift({
    statementType: "deposit",
    createdAt,
    from: "TRUEWALLET",
    to: "wallet",
    amount,
    status,
  });
  if (status === "SUCCESS") stage.operator.wallet += amount;
}

test("an announcement without an answer is found by its pending row", async () => {
  const stage = createStage();
  stage.operator.send = () => (row(stage, ADD.amount, "PENDING"), LOST);
  const id = await submit(stage, "addToWallet");
  await stage.pass(3 * SECOND);
  expect(await viewOf(stage, id)).toMatchObject({ state: "done" });
});

test("an announcement without a row counts as not done, whatever other deposits arrive", async () => {
  const stage = createStage();
  stage.operator.send = () => LOST;
  const id = await submit(stage, "addToWallet");
  await stage.pass(MINUTE);
  row(stage, 70_00);
  await stage.pass(7 * MINUTE);
  expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
});

test("a gift without an answer is found by its deposit, whatever its amount", async () => {
  const stage = createStage();
  stage.operator.send = () => (row(stage, 123_45), LOST);
  const id = await submit(stage, "submitTruelink");
  await stage.pass(3 * SECOND);
  expect(await viewOf(stage, id)).toMatchObject({ state: "done" });
});

test("a deposit from before the gift is no proof", async () => {
  const stage = createStage();
  row(stage, 123_45);
  await stage.pass(5 * MINUTE);
  stage.operator.send = () => LOST;
  const id = await submit(stage, "submitTruelink");
  await stage.pass(7 * MINUTE);
  expect(await viewOf(stage, id)).toMatchObject({ state: "notdone" });
});

test("a used link that this member has not sent before is refused", async () => {
  const stage = createStage();
  stage.operator.send = () => USED;
  const id = await submit(stage, "submitTruelink");
  expect(await viewOf(stage, id)).toMatchObject({ state: "rejected", code: "TRUELINK_DUPLICATE" });
});

test("a used link that this member has sent before without an answer counts as redeemed by that operation", async () => {
  const stage = createStage();
  stage.operator.send = () => LOST;
  await submit(stage, "submitTruelink");
  await stage.pass(7 * MINUTE);
  stage.operator.send = () => USED;
  const again = await submit(stage, "submitTruelink");
  expect(await viewOf(stage, again)).toMatchObject({ state: "done", output: { already: true } });
  const other = await submit(stage, "submitTruelink", { linkHash: "another link's" });
  expect(await viewOf(stage, other)).toMatchObject({ state: "rejected" });
});

test("a link that was refused as used is refused again", async () => {
  const stage = createStage();
  stage.operator.send = () => USED;
  await submit(stage, "submitTruelink");
  const again = await submit(stage, "submitTruelink");
  expect(await viewOf(stage, again)).toMatchObject({ state: "rejected" });
});

test("the link is sent, but not stored or logged", async () => {
  const stage = createStage();
  const id = await submit(stage, "submitTruelink");
  const record = await stage.store.find("m", id);
  expect(record).toMatchObject({ state: "done", input: GIFT });
  expect(JSON.stringify([record, stage.logged, stage.operator.sent])).not.toContain("0190demo7f3aQx");
});

test("the link is sent encrypted with the shared secret, and not at all without a secret", async () => {
  const heard: { path: string; body: string }[] = [];
  const operator = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    heard.push({ path: request.url!, body: Buffer.concat(chunks).toString() });
    response.setHeader("Content-Type", "application/json").end('{"message":"SUCCESS"}');
  });
  await new Promise<void>((resolve) => operator.listen(0, "127.0.0.1", resolve));
  const { port } = operator.address() as AddressInfo;
  const quiet = () => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, marker: "marker", log });
  const auth = { token: "token", operation: "op-1" };

  expect(await operatorPort(client).send("submitTruelink", GIFT, auth, LINK)).toMatchObject({ kind: "not-sent" });
  expect(heard).toEqual([]);
  const sent = await operatorPort(client, { truelinkSecret: "shared" }).send("submitTruelink", GIFT, auth, LINK);
  expect(sent).toEqual({ ...SUCCESS });
  expect(heard).toMatchObject([{ path: "/api/wallet/truelink" }]);
  const body = JSON.parse(heard[0]!.body) as Record<string, string>;
  expect(Object.keys(body)).toEqual(["link"]);
  expect(heard[0]!.body).not.toContain("0190demo7f3aQx");
  expect(hashIn(body.link!, "shared")).toBe("0190demo7f3aQx");

  await client.close();
  await new Promise((resolve) => operator.close(resolve));
});
