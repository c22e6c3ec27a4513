import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";

export type DepositLookup = Output<(typeof lookup)["lookupDeposit"]>;
export type DepositAccount = DepositLookup["banks"][number];
export type TrueWallet = DepositLookup["wallets"][number];

/** Presets of the specification, in minor units; the minimum stands where the provider has one of its own. */
const PROVIDERS = {
  KBANK: { presets: [10_00, 20_00, 50_00, 100_00, 500_00, 1_000_00], minimum: 1_00 },
  WW: { presets: [100_00, 200_00, 300_00, 500_00, 1_000_00], minimum: 100_00 },
  FP: { presets: [10_00, 50_00, 100_00, 500_00, 1_000_00], minimum: 10_00 },
  PAYONEX: { presets: [100_00, 200_00, 300_00, 500_00, 1_000_00], minimum: 100_00 },
};

export type QrCode = keyof typeof PROVIDERS;

/** A provider of QR codes. Amounts are minor units. */
export interface QrProvider {
  code: QrCode;
  presets: number[];
  minimum: number;
}

const isQrCode = (code: string): code is QrCode => Object.hasOwn(PROVIDERS, code);

/** The provider with this code, or null. `fpMinimum` (a setting) takes the place of FP's minimum and first preset. */
export function qrProvider(code: string, fpMinimum: number): QrProvider | null {
  if (!isQrCode(code)) return null;
  const { presets, minimum } = PROVIDERS[code];
  if (code !== "FP") return { code, presets, minimum };
  return { code, presets: [fpMinimum, ...presets.slice(1).filter((preset) => preset > fpMinimum)], minimum: fpMinimum };
}

/** The ways to deposit that this product knows. */
export interface Channels {
  qr: QrCode[];
  accounts: DepositAccount[];
  /** True-wallet accounts; those for gift links only where links can be sent. */
  wallets: TrueWallet[];
}

/** Which provider makes QR codes for this account, or null when money is transferred to it. */
function qrCodeOf({ bankCode, bankType, mode }: DepositAccount): QrCode | null {
  if (bankType !== "KBANK" && isQrCode(bankType)) return bankType;
  return bankCode === "KBANK" && mode === "QR" ? "KBANK" : null;
}

/**
 * Sorts what the operator offers into QR providers, plain accounts and true-wallet accounts; nothing offered, or no answer,
 * is none. `giftLinks`: gift links can be sent.
 */
export function channelsOf(offered: DepositLookup | undefined, giftLinks: boolean): Channels {
  const wallets = offered?.wallets.filter(({ mode }) => mode === "AUTO" || giftLinks) ?? [];
  const channels: Channels = { qr: [], accounts: [], wallets };
  for (const account of offered?.banks ?? []) {
    const code = offered!.isManual ? null : qrCodeOf(account);
    if (code && !channels.qr.includes(code)) channels.qr.push(code);
    else if (!code && /\d/.test(account.bankAccountNo)) channels.accounts.push(account);
  }
  return channels;
}
