import CryptoJS from "crypto-js";

/**
 * Encrypts a gift link for the operator: AES-256-CBC with OpenSSL's passphrase derivation, as base64 of `Salted__…`.
 * The salt is random, so every call returns a different text. Source: the operator's API description, `POST
 * /api/wallet/truelink`.
 */
export const encryptLink = (link: string, secret: string): string => CryptoJS.AES.encrypt(link, secret).toString();
