import type { Implementation } from "../wire/implement";
import { bonus } from "./bonus";
import { chat } from "./chat";
import { games } from "./games";
import { invite } from "./invite";
import { login } from "./login";
import { lookup } from "./lookup";
import { profile } from "./profile";
import { promotion } from "./promotion";
import { qr } from "./qr";
import { refund } from "./refund";
import { register } from "./register";
import { slips } from "./slips";
import { spin } from "./spin";
import { statement } from "./statement";
import { transfer } from "./transfer";
import { truewallet } from "./truewallet";
import { wallet } from "./wallet";
import { withdraw } from "./withdraw";

/** All calls of the contract. */
export const implementations: readonly Implementation[] = [
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
];
