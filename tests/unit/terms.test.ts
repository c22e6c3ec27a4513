/**
 * Each thing has one word in Thai and one in Lao, those that members know from their bank and from other sites. The list
 * is the agreed one; the texts and the words that stand for something else are ours.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Term {
  en: string;
  th: string;
  la: string;
  /** Texts that show the term. */
  keys: string[];
  /** English words: every text with one of them has the term, in both languages. */
  says?: RegExp;
  /** Texts in which those words stand for another thing. */
  other?: string[];
  /** Words that no text has. */
  not?: { th: RegExp; la: RegExp };
}

const TERMS: Term[] = [
  {
    en: "log in",
    th: "เข้าสู่ระบบ",
    la: "ເຂົ້າສູ່ລະບົບ",
    keys: ["common:navLogin", "login:title", "login:submit", "protection:signedIn"],
    says: /\b(log|logged) (you )?in\b/i,
    not: { th: /ล็อกอิน|ลงชื่อเข้า/, la: /ລັອກອິນ|ລົງຊື່ເຂົ້າ/ },
  },
  {
    en: "register",
    th: "สมัครสมาชิก",
    la: "ສະໝັກສະມາຊິກ",
    keys: ["common:navRegister", "register:title", "register:submit", "register:steps"],
    not: { th: /สมัคร(?!สมาชิก)/, la: /ສະໝັກ(?!ສະມາຊິກ)/ },
  },
  {
    en: "log out",
    th: "ออกจากระบบ",
    la: "ອອກຈາກລະບົບ",
    keys: ["common:logout", "sessions:endOthers"],
    says: /\b(log|logged|sign|signed)( \w+)* out\b/i,
  },
  { en: "home", th: "หน้าหลัก", la: "ໜ້າຫຼັກ", keys: ["common:home", "common:navHome"], says: /\bhome\b/i },
  {
    en: "phone number",
    th: "เบอร์โทรศัพท์",
    la: "ເບີໂທລະສັບ",
    keys: ["login:phone"],
    says: /phone number/i,
    not: { th: /เบอร์โทร(?!ศัพท์)|หมายเลขโทร/, la: /ເບີໂທ(?!ລະສັບ)|ໝາຍເລກໂທ/ },
  },
  {
    en: "password",
    th: "รหัสผ่าน",
    la: "ລະຫັດຜ່ານ",
    keys: ["login:password", "password:title"],
    says: /password/i,
  },
  { en: "OTP code", th: "รหัส OTP", la: "ລະຫັດ OTP", keys: ["register:stepOtp", "register:code"], says: /OTP code/ },
  { en: "request new OTP", th: "ขอรหัส OTP ใหม่", la: "ຂໍລະຫັດ OTP ໃໝ່", keys: ["register:resend"] },
  {
    en: "reference",
    th: "รหัสอ้างอิง",
    la: "ລະຫັດອ້າງອີງ",
    keys: ["common:reference", "chat:about"],
    says: /reference/i,
    not: { th: /เลขอ้างอิง|เลขที่อ้างอิง/, la: /ເລກອ້າງອີງ/ },
  },
  {
    en: "wallet",
    th: "กระเป๋าเงิน",
    la: "ກະເປົາເງິນ",
    keys: ["common:mainWallet", "home:inWallet"],
    says: /(?<!true |this |shown )wallet\b(?! shown)/i,
    not: { th: /กระเป๋า(?!เงิน)/, la: /ກະເປົາ(?!ເງິນ)/ },
  },
  {
    en: "deposit",
    th: "ฝากเงิน",
    la: "ຝາກເງິນ",
    keys: ["common:navDeposit", "deposit:title", "truewallet:addSend", "protection:left", "protection:used"],
    not: { th: /ยอดฝาก|เติมเงิน/, la: /ຍອດຝາກ|ເຕີມເງິນ/ },
  },
  {
    en: "withdraw",
    th: "ถอนเงิน",
    la: "ຖອນເງິນ",
    keys: ["common:navWithdraw", "withdraw:title", "withdraw:available", "withdraw:check", "withdraw:submit"],
    not: { th: /รายการถอน(?!เงิน)/, la: /ລາຍການຖອນ(?!ເງິນ)/ },
  },
  {
    en: "transfer between wallet and game",
    th: "โยกเงิน",
    la: "ໂຍກເງິນ",
    keys: [
      "common:navTransfer",
      "transfer:title",
      "transfer:submitAmount",
      "games:transferAndPlayAmount",
      "games:moved",
      "statement:transfer",
    ],
    not: { th: /ย้ายเงิน/, la: /ຍ້າຍເງິນ/ },
  },
  {
    en: "bank transfer",
    th: "โอนเงิน",
    la: "ໂອນເງິນ",
    keys: ["deposit:toAccount", "deposit:toAccounts", "truewallet:addTitle", "truewallet:addTo", "truewallet:payTitle"],
  },
  {
    en: "balance",
    th: "ยอดเงินคงเหลือ",
    la: "ຍອດເງິນຄົງເຫຼືອ",
    keys: ["howto:titleBalance", "withdraw:reviewLeft"],
    says: /(?<!total )balances?\b/i,
    // The agreed wording of a message, and a button beside the total of all accounts.
    other: ["errors:MONEY_NOT_ENOUGH", "home:refresh"],
    not: { th: /ยอดคงเหลือ/, la: /ຍອດຄົງເຫຼືອ/ },
  },
  {
    en: "amount",
    th: "จำนวนเงิน",
    la: "ຈຳນວນເງິນ",
    keys: ["common:amount", "common:chooseAmount", "withdraw:amount", "truewallet:addAmount"],
    not: { th: /จำนวนที่ต้องการโยก/, la: /ຈຳນວນທີ່ຕ້ອງການໂຍກ/ },
  },
  {
    en: "slip",
    th: "สลิปโอนเงิน",
    la: "ສະລິບໂອນເງິນ",
    keys: ["slips:title", "slips:whatSent"],
  },
  {
    en: "upload slip",
    th: "อัปโหลดสลิป",
    la: "ອັບໂຫຼດສະລິບ",
    keys: ["slips:send", "slips:sending", "protection:onList"],
    says: /\bsend (the )?slip/i,
    not: { th: /ส่งสลิป|อัพโหลด/, la: /ສົ່ງສະລິບ/ },
  },
  {
    en: "statement",
    th: "รายการเดินบัญชี",
    la: "ລາຍການເຄື່ອນໄຫວບັນຊີ",
    keys: ["statement:title", "common:checkStatement", "protection:onList"],
    says: /statement/i,
    not: { th: /เคลื่อนไหว/, la: /ເຄື່ອນໄຫວ(?!ບັນຊີ)/ },
  },
  // No page is called a history.
  {
    en: "history",
    th: "ประวัติธุรกรรม",
    la: "ປະຫວັດທຸລະກຳ",
    keys: [],
    says: /history/i,
    not: { th: /ประวัติ(รายการ|การเงิน)/, la: /ປະຫວັດ(ລາຍການ|ການເງິນ)/ },
  },
  {
    en: "promotion",
    th: "โปรโมชั่น",
    la: "ໂປຣໂມຊັນ",
    keys: ["promotion:title"],
    says: /promotion/i,
    not: { th: /โปรโมชัน/, la: /ໂປໂມຊັນ/ },
  },
  { en: "bonus", th: "โบนัส", la: "ໂບນັດ", keys: ["bonus:title"], says: /bonus/i },
  {
    en: "invite friends",
    th: "แนะนำเพื่อน",
    la: "ແນະນຳໝູ່",
    keys: ["invite:title", "receipt:whatInvite"],
    not: { th: /ชวนเพื่อน|เชิญเพื่อน/, la: /ຊວນໝູ່|ເຊີນໝູ່/ },
  },
  {
    en: "refund",
    th: "คืนยอดเสีย",
    la: "ຄືນຍອດເສຍ",
    keys: ["refund:title", "refund:receivable", "refund:receive", "refund:submit"],
    says: /refund/i,
    not: { th: /ยอดคืน|ยอดเสียที่คืน/, la: /ຍອດຄືນ|ຍອດເສຍທີ່ຄືນ/ },
  },
  {
    en: "spin wheel",
    th: "กงล้อนำโชค",
    la: "ກົງລໍ້ນຳໂຊກ",
    keys: ["spin:title", "spin:toWheel", "protection:offList"],
    says: /\b(?<!turn the )wheel\b/i,
    not: { th: /กงล้อ(?!นำโชค)|วงล้อ/, la: /ກົງລໍ້(?!ນຳໂຊກ)|ວົງລໍ້/ },
  },
  { en: "coins", th: "เหรียญ", la: "ຫຼຽນ", keys: ["spin:coins", "home:coins"], says: /\bcoins?\b/i },
  { en: "coupon", th: "คูปอง", la: "ຄູປອງ", keys: ["spin:coupon"], says: /coupon/i },
  {
    en: "bank account",
    th: "บัญชีธนาคาร",
    la: "ບັນຊີທະນາຄານ",
    keys: ["profile:bankAccount", "register:bankHeading"],
    says: /bank account/i,
  },
  {
    en: "account number",
    th: "เลขที่บัญชี",
    la: "ເລກບັນຊີ",
    keys: ["profile:number", "register:accountNumber", "withdraw:reviewNumber"],
    says: /account number/i,
    not: { th: /เลขบัญชี|หมายเลขบัญชี/, la: /ເລກທີບັນຊີ/ },
  },
  {
    en: "account name",
    th: "ชื่อบัญชี",
    la: "ຊື່ບັນຊີ",
    keys: ["profile:holder", "withdraw:reviewHolder"],
    says: /account name/i,
  },
  {
    en: "English letters only",
    th: "ภาษาอังกฤษเท่านั้น",
    la: "ພາສາອັງກິດເທົ່ານັ້ນ",
    keys: ["errors:BANK_ACCOUNT_NAME_ENG"],
  },
  { en: "gift link", th: "ลิงก์ซองของขวัญ (อั่งเปา)", la: "ລິ້ງຊອງຂອງຂວັນ", keys: ["truewallet:giftLink"] },
  {
    en: "gift link, in a sentence",
    th: "ลิงก์ซองของขวัญ",
    la: "ລິ້ງຊອງຂອງຂວັນ",
    keys: ["receipt:whatTruelink", "truewallet:giftStepCopy"],
    says: /gift link/i,
    not: { th: /ลิงค์/, la: /ລິ້ງຂອງຂວັນ/ },
  },
  {
    en: "true-wallet",
    th: "ทรูมันนี่วอลเล็ท",
    la: "ທຣູມັນນີ້ວໍເລັດ",
    keys: ["truewallet:addTo", "truewallet:payTitle", "truewallet:addStepTransferMore"],
    says: /true wallet|(this|the) wallet shown|to this wallet/i,
    not: { th: /(?<!ทรูมันนี่)วอลเล็ท|ทรูวอลเล็ท/, la: /(?<!ທຣູມັນນີ້)ວໍເລັດ/ },
  },
  { en: "slot", th: "สล็อต", la: "ສະລັອດ", keys: ["home:slot"], says: /\bslots?\b/i, not: { th: /สล๊อต/, la: /ສະລ໋ອດ/ } },
  { en: "sport", th: "กีฬา", la: "ກິລາ", keys: ["home:sport"], says: /\bsport\b/i },
  { en: "lotto", th: "หวย", la: "ຫວຍ", keys: ["home:lotto"], says: /lotter|lotto/i },
  {
    en: "open account",
    th: "เปิดบัญชีเกม",
    la: "ເປີດບັນຊີເກມ",
    keys: ["games:openAccount", "howto:stepPlay1"],
    says: /open account|open a game account/i,
  },
  {
    en: "play",
    th: "เข้าเล่น",
    la: "ເຂົ້າຫຼິ້ນ",
    keys: ["games:play", "games:transferAndPlay", "games:transferAndPlayAmount", "games:onWeb", "howto:stepPlay3"],
  },
  {
    en: "reset password",
    th: "รีเซ็ตรหัสผ่าน",
    la: "ຕັ້ງລະຫັດຜ່ານໃໝ່",
    keys: ["games:reset", "games:resetAsk", "games:resetDone", "errors:SLOT_RESET_PASSWORD_FAIL"],
    says: /reset password|password could not be reset/i,
    not: { th: /ตั้งรหัสผ่าน\S*ใหม่/, la: /ຕັ້ງລະຫັດຜ່ານ(?!ໃໝ່)\S* ?\S* ໃໝ່/ },
  },
  { en: "confirm", th: "ยืนยัน", la: "ຢືນຢັນ", keys: ["bonus:confirm"], says: /\bconfirm/i },
  { en: "cancel", th: "ยกเลิก", la: "ຍົກເລີກ", keys: ["qr:cancelQr"], says: /\bcancel/i },
  { en: "copy", th: "คัดลอก", la: "ສຳເນົາ", keys: ["common:copy"], says: /\b(copy|copied)\b/i },
  { en: "success", th: "สำเร็จ", la: "ສຳເລັດ", keys: ["common:success", "receipt:stateDone"], says: /success/i },
  { en: "failed", th: "ไม่สำเร็จ", la: "ບໍ່ສຳເລັດ", keys: ["common:failed", "receipt:stateRejected"], says: /\bfailed/i },
  {
    en: "in progress",
    th: "กำลังดำเนินการ",
    la: "ກຳລັງດຳເນີນການ",
    keys: ["common:pending"],
    says: /in progress/i,
  },
  { en: "conditions", th: "เงื่อนไข", la: "ເງື່ອນໄຂ", keys: ["conditions:title", "common:navConditions"] },
  {
    en: "profile",
    th: "ข้อมูลส่วนตัว",
    la: "ຂໍ້ມູນສ່ວນຕົວ",
    keys: ["profile:title", "common:navProfile"],
    says: /profile|personal/i,
    not: { th: /โปรไฟล์|โพรไฟล์/, la: /ໂປຣໄຟ|ໂປໄຟ/ },
  },
  { en: "contact us", th: "ติดต่อเรา", la: "ຕິດຕໍ່ພວກເຮົາ", keys: ["contact:title"] },
  {
    en: "how to",
    th: "วิธีใช้งาน",
    la: "ວິທີໃຊ້ງານ",
    keys: ["howto:title", "common:navHowto"],
    not: { th: /วิธีใช้(?!งาน)/, la: /ວິທີໃຊ້(?!ງານ)/ },
  },
  { en: "type a message", th: "พิมพ์ข้อความ", la: "ພິມຂໍ້ຄວາມ", keys: ["chat:placeholder"] },
  { en: "send", th: "ส่ง", la: "ສົ່ງ", keys: ["chat:send"] },
  { en: "send again", th: "ส่งข้อความอีกครั้ง", la: "ສົ່ງອີກຄັ້ງ", keys: ["chat:resend"] },
  {
    en: "deposit limit",
    th: "จำกัดวงเงินฝาก",
    la: "ຈຳກັດວົງເງິນຝາກ",
    keys: ["protection:title", "protection:limits", "protection:save", "protection:saved"],
    not: { th: /ขีดจำกัด|จำกัดยอด/, la: /ຂີດຈຳກັດ|ຈຳກັດຍອດ/ },
  },
  {
    en: "deposit limit, as a thing",
    th: "วงเงินฝาก",
    la: "ວົງເງິນຝາກ",
    keys: ["protection:stoppedLimit", "protection:stoppedUnread", "protection:asked"],
    says: /\blimits?\b/i,
  },
  {
    en: "take a break",
    th: "พักการเล่น",
    la: "ພັກການຫຼິ້ນ",
    keys: ["protection:break", "protection:title"],
    says: /\bbreak(s)?\b/i,
    not: { th: /พัก(?!การเล่น)/, la: /ພັກ(?!ການຫຼິ້ນ)/ },
  },
  {
    en: "self-exclusion",
    th: "ระงับบัญชีตนเอง",
    la: "ລະງັບບັນຊີຕົນເອງ",
    keys: ["protection:longer"],
    says: /self-exclu/i,
  },
  {
    en: "time on site",
    th: "เวลาที่ใช้งาน",
    la: "ເວລາທີ່ໃຊ້ງານ",
    keys: ["protection:visit", "common:timeHere"],
    says: /time on this site/i,
    not: { th: /^อยู่ในเว็บ|เวลาที่อยู่ใน/, la: /^ຢູ່ໃນເວັບ|ເວລາທີ່ຢູ່ໃນ/ },
  },
];

/** Bars, tabs and steps have room for one short word. */
const SHORT = new Set([
  "common:protection",
  "common:navStatement",
  "common:navContact",
  "deposit:tabWallet",
  "deposit:tabSlip",
  "register:stepPhone",
  "register:stepProfile",
  "statement:sendSlip",
]);

function textsOf(language: string): Map<string, string> {
  const folder = new URL(`../../locales/${language}/`, import.meta.url);
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const texts = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Record<string, string>;
      return Object.entries(texts)
        .map(([key, text]) => [`${file.replace(".json", "")}:${key}`, text] as const)
        .filter(([key]) => !SHORT.has(key));
    }),
  );
}
const texts = { en: textsOf("en"), th: textsOf("th"), la: textsOf("la") };

const english = (says: RegExp) => [...texts.en].filter(([, text]) => says.test(text)).map(([key]) => key);

test.each(TERMS)("$en: $th, $la", ({ keys, says, other = [], not, ...words }) => {
  const named = new Set([...keys, ...(says ? english(says) : [])].filter((key) => !other.includes(key)));
  for (const language of ["th", "la"] as const) {
    const lack = [...named].filter((key) => !texts[language].get(key)?.includes(words[language]));
    expect(lack.map((key) => `${key}: ${texts[language].get(key)}`)).toEqual([]);
    const wrong = [...texts[language]].filter(([, text]) => not?.[language].test(text));
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  }
});

test("a balance has one name on all receipts", () => {
  expect([...texts.en].filter(([, text]) => /new balance/i.test(text))).toEqual([]);
});
