import CryptoJS from "crypto-js";

/**
 * A gift link in the form the operator takes: AES-256-CBC with OpenSSL's passphrase derivation, base64 that begins with `Salted__`.
 * Every call gives another text. Source: the operator's API description, `POST /api/wallet/truelink`.
 */
export const encryptLink = (link: string, secret: string): string => CryptoJS.AES.encrypt(link, secret).toString();
