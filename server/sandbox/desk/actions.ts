import { z } from "zod";
import type { Control } from "./control";
import { chatKinds } from "./control-chat";
import { spoilings } from "./control-wheel";
import { faultKinds, type FaultKind } from "../wire/faults";
import { giftStates } from "../ledger/gifts";
import { slipOutcomes } from "../slips/made-slips";
import { lackings, memberStatuses } from "../ledger/members";

/** Values from a form are text; an empty one counts as missing. */
const formValue = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);
const Phone = z.string().trim().min(1);
const SomePhone = formValue(Phone.optional());
const Minor = z.coerce.number().int();
const Positive = Minor.min(1);
const Percent = formValue(z.coerce.number().min(0).optional());
const Count = formValue(z.coerce.number().int().min(0).optional());
const Flag = formValue(z.union([z.boolean(), z.enum(["true", "on"]).transform(() => true)]).optional());
const Balances = z.record(z.string(), z.int().min(0));
const Chat = z.object({ phone: SomePhone, guestId: formValue(z.string().optional()) });
const Bank = z.object({ code: z.string(), name: z.string(), number: z.string() });
const Which = z.object({ id: formValue(z.coerce.number().int().optional()), phone: SomePhone });
/** `value` of a switch: JSON, or plain text. */
const Value = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, z.unknown());

const action = <S extends z.ZodType>(schema: S, run: (control: Control, input: z.output<S>) => unknown) => ({
  /** Validates the input and runs the action; some actions return a promise. @throws ZodError, NotFound */
  run: (control: Control, sent: unknown) => run(control, schema.parse(sent)),
});

/** All actions of the desk by name, for the forms of the page (`/desk/do/NAME`) and the JSON API (`/desk/api/NAME`). */
export const actions = {
  "pay-qr": action(z.object({ id: formValue(z.string().optional()), phone: SomePhone }), (control, which) =>
    control.payQr(which),
  ),
  "bank-transfer": action(
    z.object({ phone: Phone, amount: Positive, bankCode: formValue(z.string().optional()) }),
    (control, input) => control.bankTransfer(input),
  ),
  slip: action(
    z.object({
      phone: Phone,
      amount: Positive,
      outcome: formValue(z.enum(slipOutcomes).optional()),
      bankCode: formValue(z.string().optional()),
      minutesAgo: Count,
      wrongCrc: Flag,
    }),
    (control, options) => control.makeSlip(options),
  ),
  "read-slip": action(
    z.object({ reference: formValue(z.string().optional()), phone: SomePhone }),
    async (control, which) => ({
      count: await control.readSlips(which),
    }),
  ),
  gift: action(
    z.object({ amount: Positive, state: formValue(z.enum(giftStates).optional()), phone: SomePhone }),
    (control, options) => control.makeGift(options),
  ),
  "match-add": action(Which, (control, which) => ({ count: control.matchAdd(which) })),
  "lose-add": action(Which, (control, which) => ({ count: control.loseAdd(which) })),
  settle: action(Which, (control, which) => ({ count: control.settle(which) })),
  refuse: action(Which, (control, which) => ({ count: control.refuse(which) })),
  play: action(z.object({ phone: Phone, code: z.string(), amount: Minor, unread: Flag }), (control, input) => ({
    moved: control.play(input),
  })),
  member: action(
    z.object({
      phone: SomePhone,
      password: formValue(z.string().optional()),
      name: formValue(z.string().optional()),
      currency: formValue(z.enum(["BAHT", "LAK"]).optional()),
      wallet: Count,
      games: Balances.optional(),
      open: z.array(z.string()).optional(),
      bank: Bank.optional(),
    }),
    (control, options) => control.member(options),
  ),
  "set-member": action(
    z.object({
      phone: Phone,
      status: formValue(z.enum(memberStatuses).optional()),
      lacks: z.preprocess(
        (value) =>
          typeof value === "string"
            ? value
                .split(",")
                .map((one) => one.trim())
                .filter(Boolean)
            : value,
        z.array(z.enum(lackings)).optional(),
      ),
      network: formValue(z.string().optional()),
    }),
    (control, input) => control.setMember(input),
  ),
  "set-bank": action(Bank.extend({ phone: Phone }), (control, input) => control.setBank(input)),
  "expire-tokens": action(z.object({ phone: Phone }), (control, input) => control.expireTokens(input)),
  "give-bonus": action(
    z.object({
      phone: Phone,
      amount: Positive,
      kind: formValue(z.enum(["bonus", "promotion", "invite", "refund", "luckydraw"]).optional()),
      success: Percent,
      fail: Percent,
    }),
    (control, input) => control.giveBonus(input),
  ),
  "friend-plays": action(
    z.object({ phone: Phone, amount: Positive, name: formValue(z.string().optional()) }),
    (control, input) => control.friendPlays(input),
  ),
  "lose-last-week": action(z.object({ phone: Phone, amount: Positive }), (control, input) =>
    control.loseLastWeek(input),
  ),
  "receive-offer": action(z.object({ phone: Phone, code: z.string() }), (control, input) =>
    control.receiveOffer(input),
  ),
  "received-offer": action(z.object({ phone: Phone, code: z.string(), at: Count }), (control, input) =>
    control.receivedOffer(input),
  ),
  "forget-offers": action(z.object({ phone: Phone }), (control, input) => control.forgetOffers(input)),
  "end-bonus": action(z.object({ phone: Phone }), (control, input) => control.endBonus(input)),
  "give-coins": action(z.object({ phone: Phone, count: Count }), (control, input) => control.giveCoins(input)),
  "force-slice": action(z.object({ phone: Phone, code: z.string() }), (control, input) => control.forceSlice(input)),
  "spoil-coupons": action(
    z.object({ phone: Phone, how: formValue(z.enum(spoilings).optional()) }),
    (control, input) => ({ count: control.spoilCoupons(input) }),
  ),
  "answer-chat": action(
    Chat.extend({ text: formValue(z.string().optional()), kind: formValue(z.enum(chatKinds).optional()) }),
    (control, input) => control.answerChat(input),
  ),
  "type-in-chat": action(Chat.extend({ typing: Flag }), (control, input) => control.typeInChat(input)),
  "read-chat": action(Chat, (control, input) => control.readChat(input)),
  "drop-chat": action(z.object({}), (control) => control.dropChat()),
  fault: action(
    z.object({
      call: formValue(z.string().optional()),
      kind: z.enum(Object.keys(faultKinds) as [FaultKind, ...FaultKind[]]),
      times: Count,
      delayMs: Count,
      phone: SomePhone,
      status: formValue(z.coerce.number().int().min(200).max(599).optional()),
      code: formValue(z.string().optional()),
      executed: formValue(
        z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]).optional(),
      ),
    }),
    (control, fault) => control.fault(fault),
  ),
  "clear-faults": action(z.object({}), (control) => control.clearFaults()),
  switches: action(z.record(z.string(), z.unknown()), (control, patch) => control.switches(patch)),
  switch: action(z.object({ key: z.string(), value: Value }), (control, { key, value }) =>
    control.switches({ [key]: value }),
  ),
  advance: action(z.object({ ms: z.coerce.number().int() }), (control, input) => control.advance(input)),
  "reset-limits": action(z.object({}), (control) => control.resetLimits()),
  "reset-calls": action(z.object({}), (control) => control.resetCalls()),
} satisfies Record<string, { run(control: Control, sent: unknown): unknown }>;

export const actionOf = (name: string) =>
  Object.hasOwn(actions, name) ? actions[name as keyof typeof actions] : undefined;
