import type { AppLoadContext } from "@remix-run/node";
import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";
import { isUnreadable, soft } from "~/actions";

export type DepositLookup = Output<(typeof lookup)["lookupDeposit"]>;
export type DepositAccount = DepositLookup["banks"][number];
export type TrueWallet = DepositLookup["wallets"][number];

/** Preset and minimum amounts of each provider according to the specification, in minor units. */
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

/**
 * The provider with this code, or null. `fpMinimum` (a setting, in minor units) replaces FP's minimum and first preset.
 */
export function qrProvider(code: string, fpMinimum: number): QrProvider | null {
  if (!isQrCode(code)) return null;
  const { presets, minimum } = PROVIDERS[code];
  if (code !== "FP") return { code, presets, minimum };
  return { code, presets: [fpMinimum, ...presets.slice(1).filter((preset) => preset > fpMinimum)], minimum: fpMinimum };
}

/** The operator's deposit accounts, by the way money gets there. */
export interface Channels {
  qr: QrCode[];
  accounts: DepositAccount[];
  /** Truewallet accounts; those for gift links only if this deployment can send them. */
  wallets: TrueWallet[];
  /** How many more could not be read. */
  unread: number;
}

/** The QR provider of this account; null if members transfer to it directly. */
function qrCodeOf({ bankCode, bankType, mode }: DepositAccount): QrCode | null {
  if (bankType !== "KBANK" && isQrCode(bankType)) return bankType;
  return bankCode === "KBANK" && mode === "QR" ? "KBANK" : null;
}

/**
 * Sorts the operator's accounts into QR providers, bank accounts and truewallet accounts. `giftLinks`: whether this
 * deployment can send gift links.
 */
function channelsOf({ banks, wallets, isManual, unread }: DepositLookup, giftLinks: boolean): Channels {
  const usable = wallets.filter(({ mode }) => mode === "AUTO" || giftLinks);
  const channels: Channels = { qr: [], accounts: [], wallets: usable, unread };
  for (const account of banks) {
    const code = isManual ? null : qrCodeOf(account);
    if (code && !channels.qr.includes(code)) channels.qr.push(code);
    else if (!code && /\d/.test(account.bankAccountNo)) channels.accounts.push(account);
  }
  return channels;
}

/**
 * The operator's channels for this member. Null if they could not be read: the call failed, or entries were left out and
 * none remains, which does not mean that there is no channel.
 */
export async function readChannels({ operator, site }: AppLoadContext): Promise<Channels | null> {
  const offered = await soft(operator.lookupDeposit());
  if (!offered) return null;
  const channels = channelsOf(offered, site.giftLinks);
  const { qr, accounts, wallets } = channels;
  return isUnreadable([...qr, ...accounts, ...wallets], channels) ? null : channels;
}
