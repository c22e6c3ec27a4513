/** Every call of the operator's API, by capability and, flat, by the operation's name. */
import type { Endpoint } from "../endpoint";
import { account } from "./account";
import { autoLogin } from "./auto-login";
import { bonus } from "./bonus";
import { chat } from "./chat";
import { invite } from "./invite";
import { lookup } from "./lookup";
import { otp } from "./otp";
import { promotion } from "./promotion";
import { qr } from "./qr";
import { refund } from "./refund";
import { slip } from "./slip";
import { spin } from "./spin";
import { statement } from "./statement";
import { transfer } from "./transfer";
import { wallet } from "./wallet";
import { withdraw } from "./withdraw";

export const contract = {
  lookup,
  account,
  otp,
  wallet,
  transfer,
  withdraw,
  qr,
  invite,
  refund,
  spin,
  bonus,
  promotion,
  statement,
  slip,
  autoLogin,
  chat,
};

export const endpoints = {
  ...lookup,
  ...account,
  ...otp,
  ...wallet,
  ...transfer,
  ...withdraw,
  ...qr,
  ...invite,
  ...refund,
  ...spin,
  ...bonus,
  ...promotion,
  ...statement,
  ...slip,
  ...autoLogin,
  ...chat,
} satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type OperationName = keyof Endpoints;
