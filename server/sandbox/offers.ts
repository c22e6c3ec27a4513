import type { Currency, Market } from "./market";

/** What a member receives and under which terms. Amounts are minor units, `success` and `fail` percentages. */
interface Terms {
  code: string;
  /** Name in the statement. */
  name: Record<Market, string>;
  amount: Record<Currency, number>;
  success: number;
  fail: number;
}

/** A bonus of the list. */
export interface BonusOffer extends Terms {
  type: "limit" | "day" | "week";
  maxReceived: number;
  /** What the member must have deposited within the last seven days, in minor units. */
  deposited?: Record<Currency, number>;
  /** HTML below the pictures; each text has a picture. */
  banners: Record<Market, string[]>;
}

/** A promotion, received by its code. */
export interface PromotionOffer extends Terms {
  /** HTML. */
  description: Record<Market, string>;
}

export const bonusOffers: readonly BonusOffer[] = [
  {
    code: "WELCOME100",
    type: "limit",
    maxReceived: 1,
    name: { th: "สมาชิกใหม่รับ 100%", la: "ສະມາຊິກໃໝ່ຮັບ 100%" },
    amount: { BAHT: 100_00, LAK: 50_000_00 },
    success: 300,
    fail: 5,
    banners: {
      th: [
        "<h3>สมาชิกใหม่รับ 100 บาท</h3><p>รับได้ครั้งเดียวต่อสมาชิก</p>",
        "<h3>ใช้ได้กับทุกเกม</h3><ul><li>โบนัสจบเมื่อยอดรวมถึง 3 เท่า</li><li>หนึ่งคนรับได้หนึ่งบัญชี</li></ul>",
      ],
      la: [
        "<h3>ສະມາຊິກໃໝ່ຮັບ 50,000 ກີບ</h3><p>ຮັບໄດ້ຄັ້ງດຽວຕໍ່ສະມາຊິກ</p>",
        "<h3>ໃຊ້ໄດ້ກັບທຸກເກມ</h3><ul><li>ໂບນັດຈົບເມື່ອຍອດລວມຮອດ 3 ເທົ່າ</li><li>ໜຶ່ງຄົນຮັບໄດ້ໜຶ່ງບັນຊີ</li></ul>",
      ],
    },
  },
  {
    code: "DAILY20",
    type: "day",
    maxReceived: 1,
    name: { th: "โบนัสประจำวัน 20 บาท", la: "ໂບນັດປະຈຳວັນ 10,000 ກີບ" },
    amount: { BAHT: 20_00, LAK: 10_000_00 },
    success: 200,
    fail: 10,
    banners: {
      th: ["<h3>โบนัสประจำวัน 20 บาท</h3><p>รับได้วันละครั้ง</p>"],
      la: ["<h3>ໂບນັດປະຈຳວັນ 10,000 ກີບ</h3><p>ຮັບໄດ້ມື້ລະຄັ້ງ</p>"],
    },
  },
  {
    code: "WEEKEND50",
    type: "week",
    maxReceived: 2,
    name: { th: "โบนัสประจำสัปดาห์ 50 บาท", la: "ໂບນັດປະຈຳອາທິດ 25,000 ກີບ" },
    amount: { BAHT: 50_00, LAK: 25_000_00 },
    success: 200,
    fail: 10,
    deposited: { BAHT: 100_00, LAK: 50_000_00 },
    banners: {
      th: ["<h3>โบนัสประจำสัปดาห์ 50 บาท</h3><p>ฝากครบ 100 บาทใน 7 วัน รับได้สัปดาห์ละ 2 ครั้ง</p>"],
      la: ["<h3>ໂບນັດປະຈຳອາທິດ 25,000 ກີບ</h3><p>ຝາກຄົບ 50,000 ກີບໃນ 7 ມື້ ຮັບໄດ້ອາທິດລະ 2 ຄັ້ງ</p>"],
    },
  },
];

export const promotionOffers: readonly PromotionOffer[] = [
  {
    code: "NEWYEAR27",
    name: { th: "โค้ดปีใหม่ รับ 27 บาท", la: "ໂຄ້ດປີໃໝ່ ຮັບ 27,000 ກີບ" },
    amount: { BAHT: 27_00, LAK: 27_000_00 },
    success: 300,
    fail: 10,
    description: {
      th: "<p>โค้ดปีใหม่ รับ 27 บาท</p><ul><li>รับได้ครั้งเดียว</li><li>ใช้ได้กับทุกเกม</li></ul>",
      la: "<p>ໂຄ້ດປີໃໝ່ ຮັບ 27,000 ກີບ</p><ul><li>ຮັບໄດ້ຄັ້ງດຽວ</li><li>ໃຊ້ໄດ້ກັບທຸກເກມ</li></ul>",
    },
  },
  {
    code: "KRAM100",
    name: { th: "โค้ด KRAM รับ 100 บาท", la: "ໂຄ້ດ KRAM ຮັບ 100,000 ກີບ" },
    amount: { BAHT: 100_00, LAK: 100_000_00 },
    success: 200,
    fail: 5,
    description: { th: "รับ 100 บาท ใช้ได้กับสล็อตและกีฬา", la: "ຮັບ 100,000 ກີບ ໃຊ້ໄດ້ກັບສະລັອດ ແລະ ກິລາ" },
  },
];

export const bonusOffer = (code: string) => bonusOffers.find((offer) => offer.code === code);
export const promotionOffer = (code: string) => promotionOffers.find((offer) => offer.code === code);
