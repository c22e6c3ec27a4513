import enChat from "./en/chat.json";
import enCommon from "./en/common.json";
import enErrors from "./en/errors.json";
import enLogin from "./en/login.json";
import enRegister from "./en/register.json";
import enHome from "./en/home.json";
import enGames from "./en/games.json";
import enDeposit from "./en/deposit.json";
import enQr from "./en/qr.json";
import enTruewallet from "./en/truewallet.json";
import enTransfer from "./en/transfer.json";
import enWithdraw from "./en/withdraw.json";
import enSlips from "./en/slips.json";
import enStatement from "./en/statement.json";
import enReceipt from "./en/receipt.json";
import enContact from "./en/contact.json";
import enHowto from "./en/howto.json";
import enSessions from "./en/sessions.json";
import enSpin from "./en/spin.json";
import enProfile from "./en/profile.json";
import enPassword from "./en/password.json";
import enConditions from "./en/conditions.json";
import enTerminated from "./en/terminated.json";
import enWallet from "./en/wallet.json";
import enInvite from "./en/invite.json";
import enRefund from "./en/refund.json";
import enAgreement from "./en/agreement.json";
import enBonus from "./en/bonus.json";
import enPromotion from "./en/promotion.json";
import enProtection from "./en/protection.json";
import laChat from "./la/chat.json";
import laCommon from "./la/common.json";
import laErrors from "./la/errors.json";
import laLogin from "./la/login.json";
import laRegister from "./la/register.json";
import laHome from "./la/home.json";
import laGames from "./la/games.json";
import laDeposit from "./la/deposit.json";
import laQr from "./la/qr.json";
import laTruewallet from "./la/truewallet.json";
import laTransfer from "./la/transfer.json";
import laWithdraw from "./la/withdraw.json";
import laSlips from "./la/slips.json";
import laStatement from "./la/statement.json";
import laReceipt from "./la/receipt.json";
import laContact from "./la/contact.json";
import laHowto from "./la/howto.json";
import laSessions from "./la/sessions.json";
import laSpin from "./la/spin.json";
import laProfile from "./la/profile.json";
import laPassword from "./la/password.json";
import laConditions from "./la/conditions.json";
import laTerminated from "./la/terminated.json";
import laWallet from "./la/wallet.json";
import laInvite from "./la/invite.json";
import laRefund from "./la/refund.json";
import laAgreement from "./la/agreement.json";
import laBonus from "./la/bonus.json";
import laPromotion from "./la/promotion.json";
import laProtection from "./la/protection.json";
import thChat from "./th/chat.json";
import thCommon from "./th/common.json";
import thErrors from "./th/errors.json";
import thLogin from "./th/login.json";
import thRegister from "./th/register.json";
import thHome from "./th/home.json";
import thGames from "./th/games.json";
import thDeposit from "./th/deposit.json";
import thQr from "./th/qr.json";
import thTruewallet from "./th/truewallet.json";
import thTransfer from "./th/transfer.json";
import thWithdraw from "./th/withdraw.json";
import thSlips from "./th/slips.json";
import thStatement from "./th/statement.json";
import thReceipt from "./th/receipt.json";
import thContact from "./th/contact.json";
import thHowto from "./th/howto.json";
import thSessions from "./th/sessions.json";
import thSpin from "./th/spin.json";
import thProfile from "./th/profile.json";
import thPassword from "./th/password.json";
import thConditions from "./th/conditions.json";
import thTerminated from "./th/terminated.json";
import thWallet from "./th/wallet.json";
import thInvite from "./th/invite.json";
import thRefund from "./th/refund.json";
import thAgreement from "./th/agreement.json";
import thBonus from "./th/bonus.json";
import thPromotion from "./th/promotion.json";
import thProtection from "./th/protection.json";

const en = {
  chat: enChat,
  common: enCommon,
  errors: enErrors,
  login: enLogin,
  register: enRegister,
  home: enHome,
  games: enGames,
  deposit: enDeposit,
  qr: enQr,
  truewallet: enTruewallet,
  transfer: enTransfer,
  withdraw: enWithdraw,
  slips: enSlips,
  statement: enStatement,
  receipt: enReceipt,
  contact: enContact,
  howto: enHowto,
  sessions: enSessions,
  spin: enSpin,
  profile: enProfile,
  password: enPassword,
  conditions: enConditions,
  terminated: enTerminated,
  wallet: enWallet,
  invite: enInvite,
  refund: enRefund,
  agreement: enAgreement,
  bonus: enBonus,
  promotion: enPromotion,
  protection: enProtection,
};

/** All texts by namespace and key. Thai and Lao must have every key that English has, or it does not compile. */
export type Texts = typeof en;

const th: Texts = {
  chat: thChat,
  common: thCommon,
  errors: thErrors,
  login: thLogin,
  register: thRegister,
  home: thHome,
  games: thGames,
  deposit: thDeposit,
  qr: thQr,
  truewallet: thTruewallet,
  transfer: thTransfer,
  withdraw: thWithdraw,
  slips: thSlips,
  statement: thStatement,
  receipt: thReceipt,
  contact: thContact,
  howto: thHowto,
  sessions: thSessions,
  spin: thSpin,
  profile: thProfile,
  password: thPassword,
  conditions: thConditions,
  terminated: thTerminated,
  wallet: thWallet,
  invite: thInvite,
  refund: thRefund,
  agreement: thAgreement,
  bonus: thBonus,
  promotion: thPromotion,
  protection: thProtection,
};

const la: Texts = {
  chat: laChat,
  common: laCommon,
  errors: laErrors,
  login: laLogin,
  register: laRegister,
  home: laHome,
  games: laGames,
  deposit: laDeposit,
  qr: laQr,
  truewallet: laTruewallet,
  transfer: laTransfer,
  withdraw: laWithdraw,
  slips: laSlips,
  statement: laStatement,
  receipt: laReceipt,
  contact: laContact,
  howto: laHowto,
  sessions: laSessions,
  spin: laSpin,
  profile: laProfile,
  password: laPassword,
  conditions: laConditions,
  terminated: laTerminated,
  wallet: laWallet,
  invite: laInvite,
  refund: laRefund,
  agreement: laAgreement,
  bonus: laBonus,
  promotion: laPromotion,
  protection: laProtection,
};

export default { th, la, en };
