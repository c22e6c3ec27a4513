/** All calls of the operator's API: `contract` groups them by capability, `endpoints` is flat. */
import type { Endpoint } from "../endpoint";
import { bonus, bonusRefusals } from "./bonus";
import { chat, chatRefusals } from "./chat";
import type { RefusalsOf } from "./fields";
import { games, gamesRefusals } from "./games";
import { invite, inviteRefusals } from "./invite";
import { login, loginRefusals } from "./login";
import { lookup } from "./lookup";
import { profile, profileRefusals } from "./profile";
import { promotion, promotionRefusals } from "./promotion";
import { qr, qrRefusals } from "./qr";
import { refund, refundRefusals } from "./refund";
import { register, registerRefusals } from "./register";
import { slips, slipsRefusals } from "./slips";
import { spin, spinRefusals } from "./spin";
import { statement } from "./statement";
import { transfer, transferRefusals } from "./transfer";
import { truewallet, truewalletRefusals } from "./truewallet";
import { wallet, walletRefusals } from "./wallet";
import { withdraw, withdrawRefusals } from "./withdraw";

export const contract = {
  lookup,
  login,
  register,
  profile,
  wallet,
  games,
  transfer,
  withdraw,
  truewallet,
  qr,
  slips,
  statement,
  invite,
  refund,
  bonus,
  promotion,
  spin,
  chat,
};

export const endpoints = {
  ...lookup,
  ...login,
  ...register,
  ...profile,
  ...wallet,
  ...games,
  ...transfer,
  ...withdraw,
  ...truewallet,
  ...qr,
  ...slips,
  ...statement,
  ...invite,
  ...refund,
  ...bonus,
  ...promotion,
  ...spin,
  ...chat,
} satisfies Record<string, Endpoint>;

/** The codes with which calls are refused. The client decides by the code, not by the status. */
export const refusals: RefusalsOf<typeof endpoints> = {
  ...loginRefusals,
  ...registerRefusals,
  ...profileRefusals,
  ...walletRefusals,
  ...gamesRefusals,
  ...transferRefusals,
  ...withdrawRefusals,
  ...truewalletRefusals,
  ...qrRefusals,
  ...slipsRefusals,
  ...inviteRefusals,
  ...refundRefusals,
  ...bonusRefusals,
  ...promotionRefusals,
  ...spinRefusals,
  ...chatRefusals,
};

export type Endpoints = typeof endpoints;
export type OperationName = keyof Endpoints;
