import { z } from "zod";
import type { Control } from "./control";
import { faultKinds, type FaultKind } from "../wire/faults";
import { giftStates } from "../ledger/gifts";
import { slipOutcomes } from "../slips/made-slips";
import { lackings, memberStatuses } from "../ledger/members";

/** Numbers and switches may come as text from a form; empty text is the same as nothing. */
const given = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === "" ? undefined : value), schema);
const Phone = z.string().trim().min(1);
const SomePhone = given(Phone.optional());
const Minor = z.coerce.number().int();
const Positive = Minor.min(1);
const Percent = given(z.coerce.number().min(0).optional());
const Count = given(z.coerce.number().int().min(0).optional());
const Flag = given(z.union([z.boolean(), z.enum(["true", "on"]).transform(() => true)]).optional());
const Balances = z.record(z.string(), z.int().min(0));
const Which = z.object({ id: given(z.coerce.number().int().optional()), phone: SomePhone });
/** `value` of a switch: JSON, or text that stands for itself. */
const Value = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, z.unknown());

const action = <S extends z.ZodType>(schema: S, run: (control: Control, input: z.output<S>) => unknown) => ({
  /** Parses what was sent and does it; some actions return a promise. Throws a ZodError or `NotFound`. */
  run: (control: Control, sent: unknown) => run(control, schema.parse(sent)),
});

/**
 * What can be done at the desk, by the name both the page's forms (`/desk/do/NAME`) and the JSON API
 * (`/desk/api/NAME`) use.
 */
export const actions = {
  "pay-qr": action(z.object({ id: given(z.string().optional()), phone: SomePhone }), (control, which) =>
    control.payQr(which),
  ),
  "bank-transfer": action(
    z.object({ phone: Phone, amount: Positive, bankCode: given(z.string().optional()) }),
    (control, input) => control.bankTransfer(input),
  ),
  slip: action(
    z.object({
      phone: Phone,
      amount: Positive,
      outcome: given(z.enum(slipOutcomes).optional()),
      bankCode: given(z.string().optional()),
      minutesAgo: Count,
      wrongCrc: Flag,
    }),
    (control, wish) => control.makeSlip(wish),
  ),
  "read-slip": action(
    z.object({ reference: given(z.string().optional()), phone: SomePhone }),
    async (control, which) => ({
      count: await control.readSlips(which),
    }),
  ),
  gift: action(
    z.object({ amount: Positive, state: given(z.enum(giftStates).optional()), phone: SomePhone }),
    (control, wish) => control.makeGift(wish),
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
      password: given(z.string().optional()),
      name: given(z.string().optional()),
      currency: given(z.enum(["BAHT", "LAK"]).optional()),
      wallet: Count,
      games: Balances.optional(),
      open: z.array(z.string()).optional(),
      bank: z.object({ code: z.string(), name: z.string(), number: z.string() }).optional(),
    }),
    (control, wish) => control.member(wish),
  ),
  "set-member": action(
    z.object({
      phone: Phone,
      status: given(z.enum(memberStatuses).optional()),
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
      network: given(z.string().optional()),
    }),
    (control, input) => control.setMember(input),
  ),
  "expire-tokens": action(z.object({ phone: Phone }), (control, input) => control.expireTokens(input)),
  "give-bonus": action(
    z.object({
      phone: Phone,
      amount: Positive,
      kind: given(z.enum(["bonus", "promotion", "invite", "refund", "luckydraw"]).optional()),
      success: Percent,
      fail: Percent,
    }),
    (control, input) => control.giveBonus(input),
  ),
  "end-bonus": action(z.object({ phone: Phone }), (control, input) => control.endBonus(input)),
  fault: action(
    z.object({
      call: given(z.string().optional()),
      kind: z.enum(Object.keys(faultKinds) as [FaultKind, ...FaultKind[]]),
      times: Count,
      delayMs: Count,
      phone: SomePhone,
      status: given(z.coerce.number().int().min(200).max(599).optional()),
      code: given(z.string().optional()),
      executed: given(
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
