export type Market = "th" | "la";
export type Currency = "BAHT" | "LAK";

export interface Bank {
  code: string;
  nameTH: string;
  nameEN: string;
}

/** An account that members with this currency may pay to. */
export interface DepositAccount {
  bankCode: string;
  bankType: "BANK" | "WW" | "FP" | "PAYONEX";
  mode: "AUTO" | "QR" | "MANUAL";
  bankAccountName: string;
  bankAccountNo: string;
  currency: Currency;
  bank: { nameTH: string; nameEN: string };
}

const bank = (code: string, nameTH: string, nameEN: string): Bank => ({ code, nameTH, nameEN });

/** Banks a member may register with, in display order. `nameTH` is the name in the market's own language. */
export const banks: Record<Market, readonly Bank[]> = {
  th: [
    bank("KBANK", "ธนาคารกสิกรไทย", "Kasikornbank"),
    bank("SCB", "ธนาคารไทยพาณิชย์", "Siam Commercial Bank"),
    bank("KTB", "ธนาคารกรุงไทย", "Krungthai Bank"),
    bank("BBL", "ธนาคารกรุงเทพ", "Bangkok Bank"),
    bank("BAY", "ธนาคารกรุงศรีอยุธยา", "Bank of Ayudhya (Krungsri)"),
    bank("GSB", "ธนาคารออมสิน", "Government Savings Bank"),
    bank("TMB", "ธนาคารทหารไทยธนชาต", "TMBThanachart Bank (ttb)"),
    bank("BAAC", "ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร (ธ.ก.ส.)", "BAAC"),
    bank("GHB", "ธนาคารอาคารสงเคราะห์", "Government Housing Bank"),
    bank("CIMB", "ธนาคารซีไอเอ็มบี ไทย", "CIMB Thai"),
    bank("UOB", "ธนาคารยูโอบี", "UOB"),
    bank("KKP", "ธนาคารเกียรตินาคินภัทร", "Kiatnakin Phatra"),
    bank("TISCO", "ธนาคารทิสโก้", "TISCO"),
    bank("LHB", "ธนาคารแลนด์ แอนด์ เฮ้าส์", "Land and Houses"),
    bank("IBANK", "ธนาคารอิสลามแห่งประเทศไทย", "Islamic Bank of Thailand"),
    bank("TCRB", "ธนาคารไทยเครดิต", "Thai Credit"),
    bank("ICBC", "ธนาคารไอซีบีซี (ไทย)", "ICBC (Thai)"),
  ],
  la: [
    bank("BCEL", "ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ", "BCEL"),
    bank("LDB", "ທະນາຄານພັດທະນາລາວ", "Lao Development Bank"),
    bank("JDB", "ທະນາຄານຮ່ວມພັດທະນາ", "Joint Development Bank"),
    bank("APB", "ທະນາຄານສົ່ງເສີມກະສິກຳ", "Agricultural Promotion Bank"),
    bank("LVB", "ທະນາຄານຮ່ວມທຸລະກິດລາວ-ຫວຽດ", "Lao-Viet Bank"),
    bank("ST", "ທະນາຄານ ເອສທີ", "ST Bank"),
    bank("BIC", "ທະນາຄານ ບີໄອຊີ ລາວ", "BIC Bank Lao"),
  ],
};

/** Banks that accept account names in English letters only. */
export const englishNameBanks: readonly string[] = ["KTB", "TMB", "BBL"];

const COMPANY = "บริษัท เดโม วอลเล็ต จำกัด";
const paid = (
  bankCode: string,
  bankType: DepositAccount["bankType"],
  mode: DepositAccount["mode"],
  [bankAccountName, bankAccountNo]: [string, string],
  [nameTH, nameEN]: [string, string],
  currency: Currency = "BAHT",
): DepositAccount => ({
  bankCode,
  bankType,
  mode,
  bankAccountName,
  bankAccountNo,
  currency,
  bank: { nameTH, nameEN },
});

/** The answer of the deposit lookup, by the member's currency. */
export const deposits: Record<
  Currency,
  { banks: DepositAccount[]; wallets: { walletAccountName: string; mode: "AUTO" | "GIFT" }[] }
> = {
  BAHT: {
    banks: [
      paid("SCB", "BANK", "AUTO", [COMPANY, "4051234567"], ["ธนาคารไทยพาณิชย์", "Siam Commercial Bank"]),
      paid("KBANK", "BANK", "QR", [COMPANY, "0987654321"], ["ธนาคารกสิกรไทย", "Kasikornbank"]),
      paid("GSB", "BANK", "AUTO", ["นาย วีระ สุขสันต์", "020123456789"], ["ธนาคารออมสิน", "Government Savings Bank"]),
      paid("WW", "WW", "QR", ["WW Payment", "-"], ["คิวอาร์ WW", "WW QR"]),
      paid("FP", "FP", "QR", ["FP Payment", "-"], ["คิวอาร์ FP", "FP QR"]),
      paid("PAYONEX", "PAYONEX", "QR", ["Payonex", "-"], ["คิวอาร์ Payonex", "Payonex QR"]),
    ],
    wallets: [
      { walletAccountName: "081-234-5678 สุดารัตน์ แสงทอง", mode: "AUTO" },
      { walletAccountName: "ซองของขวัญทรูมันนี่", mode: "GIFT" },
    ],
  },
  LAK: {
    banks: [
      paid(
        "BCEL",
        "BANK",
        "AUTO",
        ["VIENGKHAM PHOMMACHANH", "0101209876543"],
        ["ທະນາຄານການຄ້າຕ່າງປະເທດລາວ", "BCEL"],
        "LAK",
      ),
    ],
    wallets: [],
  },
};

/** Minor units. `coinFrom`: a deposit of this amount or more earns a coin. */
export const limits: Record<Currency, { withdrawMin: number; withdrawMax: number; coinFrom: number }> = {
  BAHT: { withdrawMin: 100_00, withdrawMax: 50_000_00, coinFrom: 100_00 },
  LAK: { withdrawMin: 50_000_00, withdrawMax: 20_000_000_00, coinFrom: 50_000_00 },
};

/** Minimum amounts of the QR providers, in minor units. */
export const qrMinimums: Record<string, number> = { KBANK: 1_00, WW: 100_00, FP: 10_00, PAYONEX: 100_00 };

/** Currencies to choose from at registration, the default first. */
export const currencies: Record<Market, readonly Currency[]> = { th: ["BAHT"], la: ["LAK", "BAHT"] };
