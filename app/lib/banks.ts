import type { Locale } from "../../server/config/config";

/** Bank names by code and language. The operator's list has only one name for each, in the language of its market. */
const NAMES: Record<string, Record<Locale, string>> = {
  BBL: { th: "กรุงเทพ", la: "ທະນາຄານບາງກອກ", en: "Bangkok Bank" },
  KBANK: { th: "กสิกรไทย", la: "ທະນາຄານກະສິກອນໄທ", en: "Kasikornbank" },
  KTB: { th: "กรุงไทย", la: "ທະນາຄານກຸງໄທ", en: "Krungthai Bank" },
  TMB: { th: "ทีเอ็มบีธนชาต", la: "ທະນາຄານທີເອັມບີທະນະຊາດ", en: "ttb (TMBThanachart)" },
  TTB: { th: "ทีเอ็มบีธนชาต", la: "ທະນາຄານທີເອັມບີທະນະຊາດ", en: "ttb (TMBThanachart)" },
  SCB: { th: "ไทยพาณิชย์", la: "ທະນາຄານໄທພານິດ", en: "Siam Commercial Bank" },
  BAY: { th: "กรุงศรีอยุธยา", la: "ທະນາຄານກຸງສີອະຍຸດທະຍາ", en: "Krungsri" },
  GSB: { th: "ออมสิน", la: "ທະນາຄານອອມສິນ", en: "Government Savings Bank" },
  BAAC: { th: "ธ.ก.ส.", la: "ທະນາຄານເພື່ອການກະເສດ ແລະ ສະຫະກອນ", en: "Bank for Agriculture" },
  GHB: { th: "อาคารสงเคราะห์", la: "ທະນາຄານອາຄານສົງເຄາະ", en: "GH Bank" },
  CIMB: { th: "ซีไอเอ็มบี ไทย", la: "ທະນາຄານຊີໄອເອັມບີ ໄທ", en: "CIMB Thai" },
  UOB: { th: "ยูโอบี", la: "ທະນາຄານຢູໂອບີ", en: "UOB" },
  KKP: { th: "เกียรตินาคินภัทร", la: "ທະນາຄານກຽດນາຄິນພັດ", en: "Kiatnakin Phatra" },
  TISCO: { th: "ทิสโก้", la: "ທະນາຄານທິສໂກ້", en: "TISCO" },
  LHB: { th: "แลนด์ แอนด์ เฮ้าส์", la: "ທະນາຄານແລນ ແອນ ເຮົາສ໌", en: "Land and Houses" },
  IBANK: { th: "อิสลามแห่งประเทศไทย", la: "ທະນາຄານອິດສະລາມແຫ່ງປະເທດໄທ", en: "Islamic Bank of Thailand" },
  TCRB: { th: "ไทยเครดิต", la: "ທະນາຄານໄທເຄຣດິດ", en: "Thai Credit" },
  ICBC: { th: "ไอซีบีซี (ไทย)", la: "ທະນາຄານໄອຊີບີຊີ (ໄທ)", en: "ICBC (Thai)" },
  BCEL: { th: "การค้าต่างประเทศลาว", la: "ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ", en: "Banque pour le Commerce Exterieur Lao" },
  LDB: { th: "พัฒนาลาว", la: "ທະນາຄານພັດທະນາລາວ", en: "Lao Development Bank" },
  APB: { th: "ส่งเสริมกสิกรรม", la: "ທະນາຄານສົ່ງເສີມກະສິກຳ", en: "Agricultural Promotion Bank" },
  JDB: { th: "ร่วมพัฒนา", la: "ທະນາຄານຮ່ວມພັດທະນາ", en: "Joint Development Bank" },
  LVB: { th: "ร่วมธุรกิจลาว-เวียด", la: "ທະນາຄານຮ່ວມທຸລະກິດລາວ-ຫວຽດ", en: "Lao-Viet Bank" },
  ST: { th: "เอสที", la: "ທະນາຄານ ເອສທີ", en: "ST Bank" },
  BIC: { th: "บีไอซี ลาว", la: "ທະນາຄານ ບີໄອຊີ ລາວ", en: "BIC Bank Lao" },
};

/** The name of a bank in a language. For an unknown code: the operator's name for it, or else the code. */
export const bankName = (code: string, locale: Locale, operatorsName = code) =>
  NAMES[code.toUpperCase()]?.[locale] ?? operatorsName;

/** The banks of Laos, in the order of the list. */
export const LAO_BANKS: readonly string[] = ["BCEL", "LDB", "JDB", "APB", "LVB", "ST", "BIC"];

/** The banks to choose from: those of the operator, and with `laos` those of Laos that it has not named. */
export function bankOptions(banks: readonly { code: string; nameTH: string }[], laos: boolean, locale: Locale) {
  const listed = new Map(banks.map(({ code, nameTH }) => [code, nameTH]));
  const codes = [...listed.keys(), ...(laos ? LAO_BANKS.filter((code) => !listed.has(code)) : [])];
  return codes.map((code) => ({ value: code, label: `${bankName(code, locale, listed.get(code))} (${code})` }));
}

/** Codes of banks whose account names must be in English letters. */
export const ENGLISH_NAMES: readonly string[] = ["KTB", "TMB", "BBL"];

/** The name of an account's bank in a language. For an unknown code: the operator's name for it in that language. */
export const bankOf = (
  { bankCode, bank }: { bankCode: string; bank: { nameTH: string; nameEN: string } },
  locale: Locale,
) => bankName(bankCode, locale, (locale === "en" ? bank.nameEN : bank.nameTH) || bankCode);

/** Whether the operator wants this account's name in English letters, and it has others. */
export const needsEnglishName = ({ bankCode, bankAccountName }: { bankCode: string; bankAccountName: string }) =>
  ENGLISH_NAMES.includes(bankCode.toUpperCase()) && /[^A-Za-z ]/.test(bankAccountName);
