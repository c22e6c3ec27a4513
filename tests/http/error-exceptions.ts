import enGames from "../../locales/en/games.json";
import laGames from "../../locales/la/games.json";
import thGames from "../../locales/th/games.json";
import enReceipt from "../../locales/en/receipt.json";
import laReceipt from "../../locales/la/receipt.json";
import thReceipt from "../../locales/th/receipt.json";
import enRegister from "../../locales/en/register.json";
import laRegister from "../../locales/la/register.json";
import thRegister from "../../locales/th/register.json";
import enSpin from "../../locales/en/spin.json";
import laSpin from "../../locales/la/spin.json";
import thSpin from "../../locales/th/spin.json";

const GAMES = { th: thGames, la: laGames, en: enGames };
const RECEIPT = { th: thReceipt, la: laReceipt, en: enReceipt };
const REGISTER = { th: thRegister, la: laRegister, en: enRegister };
const SPIN = { th: thSpin, la: laSpin, en: enSpin };

type Language = keyof typeof GAMES;

/** What a call says instead of the catalog's text of a code, and why. */
const SAID: Record<string, (language: Language) => string> = {
  // A page of its own, with the time from which the number may go on.
  "sendOtp OTP_BLOCK": (language) => REGISTER[language].blockedHeading,
  "verifyOtp OTP_BLOCK": (language) => REGISTER[language].blockedHeading,
  // Nothing is there any more, which is what the member wanted.
  "cancelQr NO_DATA": (language) => RECEIPT[language].cancelQrDone,
  "clearBonus NO_DATA": (language) => RECEIPT[language].clearDone,
  // The catalog's text is about a transfer out of the wallet, whose money comes back.
  "transferAll TRANSFER_FAIL": (language) => RECEIPT[language].keptWhy,
  "withdraw TRANSFER_FAIL": (language) => RECEIPT[language].withdrawReturnedBody,
  "withdrawAll TRANSFER_FAIL": (language) => RECEIPT[language].keptWithdrawal,
  // What a spin lacks is no money, and no data either.
  "spin NO_DATA": (language) => SPIN[language].noWheel,
  "spin MONEY_NOT_ENOUGH": (language) => SPIN[language].noCoins,
  // The catalog's text is about the wallet's own sign-in.
  "autoLoginPg LOGIN_FAIL": (language) => GAMES[language].launchRefused,
  "autoLoginAreaslot LOGIN_FAIL": (language) => GAMES[language].launchRefused,
};

/** The text of a code where the catalog's would be wrong; undefined if it is the catalog's. */
export const saidInstead = (call: string, code: string, language: Language) => SAID[`${call} ${code}`]?.(language);
