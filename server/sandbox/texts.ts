import type { Market } from "./market";

interface Texts {
  conditions: string[];
  agreements: string[];
  notice: string;
  contact: string;
  sources: { code: string; description: string }[];
  qrMinimum: (amount: string) => string;
  qrClosed: string;
  bonuses: Record<"bonus" | "promotion" | "invite" | "refund" | "luckydraw", string>;
  inviteBanners: string[];
  refundInfo: string;
  refundBanner: string;
}

/** The operator's own texts, in the language of its market. Fragments of HTML where the API allows it. */
export const texts: Record<Market, Texts> = {
  th: {
    conditions: [
      "<h3>การฝากเงิน</h3><p>ฝากขั้นต่ำ 2 บาท ยอดเข้ากระเป๋าภายใน 1 นาที</p>",
      "<h3>การถอนเงิน</h3><p>ถอนเข้าบัญชีที่ลงทะเบียนไว้เท่านั้น</p>",
      "<h3>โบนัส</h3><p>ต้องจบโบนัสก่อนการฝากครั้งถัดไป</p>",
    ],
    agreements: ["<p>สมาชิกต้องมีอายุ 20 ปีขึ้นไป</p>", "<p>หนึ่งคนมีได้หนึ่งบัญชีเท่านั้น</p>"],
    notice: "<p>โบนัสจะจบเมื่อยอดคงเหลือต่ำกว่า %percentFail% เปอร์เซ็นต์ของยอดเริ่มต้น</p>",
    contact: "<p>ติดต่อเราได้ตลอด 24 ชั่วโมง</p>",
    sources: [
      { code: "FACEBOOK", description: "เฟซบุ๊ก" },
      { code: "LINE", description: "ไลน์" },
      { code: "FRIEND", description: "เพื่อนแนะนำ" },
      { code: "GOOGLE", description: "ค้นหาในกูเกิล" },
      { code: "OTHER", description: "อื่น ๆ" },
    ],
    qrMinimum: (amount) => `ยอดฝากขั้นต่ำ ${amount} บาท`,
    qrClosed: "ช่องทางนี้ปิดให้บริการชั่วคราว กรุณาใช้ช่องทางอื่น",
    bonuses: {
      bonus: "สมาชิกใหม่รับ 100%",
      promotion: "โค้ดปีใหม่ รับ 27 บาท",
      invite: "โบนัสชวนเพื่อน",
      refund: "คืนยอดเสียรายสัปดาห์",
      luckydraw: "โบนัสวงล้อ 10 บาท",
    },
    inviteBanners: [
      "<h2>แนะนำเพื่อนวันนี้</h2><p>รับโบนัส 5% จากยอดเล่นของเพื่อนทุกคน</p>",
      "<h2>รับได้วันละครั้ง</h2><p>โบนัสเข้ากระเป๋าเงินทันทีที่กดรับ</p>",
    ],
    refundInfo: "<p>คืน <b>10%</b> ของยอดเสียสัปดาห์ที่แล้ว นับจากวันจันทร์ถึงวันอาทิตย์</p>",
    refundBanner: "<p>คืนยอดเสียทุกวันจันทร์ สูงสุด 10%</p>",
  },
  la: {
    conditions: [
      "<h3>ການຝາກເງິນ</h3><p>ຝາກຂັ້ນຕ່ຳ 10,000 ກີບ ຍອດເຂົ້າກະເປົາພາຍໃນ 1 ນາທີ</p>",
      "<h3>ການຖອນເງິນ</h3><p>ຖອນເຂົ້າບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ</p>",
      "<h3>ໂບນັດ</h3><p>ຕ້ອງຈົບໂບນັດກ່ອນການຝາກຄັ້ງຕໍ່ໄປ</p>",
    ],
    agreements: ["<p>ສະມາຊິກຕ້ອງມີອາຍຸ 20 ປີຂຶ້ນໄປ</p>", "<p>ໜຶ່ງຄົນມີໄດ້ໜຶ່ງບັນຊີເທົ່ານັ້ນ</p>"],
    notice: "<p>ໂບນັດຈະຈົບເມື່ອຍອດຄົງເຫຼືອຕ່ຳກວ່າ %percentFail% ເປີເຊັນຂອງຍອດເລີ່ມຕົ້ນ</p>",
    contact: "<p>ຕິດຕໍ່ພວກເຮົາໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ</p>",
    sources: [
      { code: "FACEBOOK", description: "ເຟສບຸກ" },
      { code: "LINE", description: "ໄລນ໌" },
      { code: "FRIEND", description: "ໝູ່ແນະນຳ" },
      { code: "GOOGLE", description: "ຄົ້ນຫາໃນກູເກິນ" },
      { code: "OTHER", description: "ອື່ນໆ" },
    ],
    qrMinimum: (amount) => `ຍອດຝາກຂັ້ນຕ່ຳ ${amount} ບາດ`,
    qrClosed: "ຊ່ອງທາງນີ້ປິດໃຫ້ບໍລິການຊົ່ວຄາວ ກະລຸນາໃຊ້ຊ່ອງທາງອື່ນ",
    bonuses: {
      bonus: "ສະມາຊິກໃໝ່ຮັບ 100%",
      promotion: "ໂຄ້ດປີໃໝ່ ຮັບ 27,000 ກີບ",
      invite: "ໂບນັດແນະນຳໝູ່",
      refund: "ຄືນຍອດເສຍປະຈຳອາທິດ",
      luckydraw: "ໂບນັດກົງລໍ້ 10,000 ກີບ",
    },
    inviteBanners: [
      "<h2>ແນະນຳໝູ່ມື້ນີ້</h2><p>ຮັບໂບນັດ 5% ຈາກຍອດຫຼິ້ນຂອງໝູ່ທຸກຄົນ</p>",
      "<h2>ຮັບໄດ້ມື້ລະຄັ້ງ</h2><p>ໂບນັດເຂົ້າກະເປົາເງິນທັນທີທີ່ກົດຮັບ</p>",
    ],
    refundInfo: "<p>ຄືນ <b>10%</b> ຂອງຍອດເສຍອາທິດແລ້ວ ນັບແຕ່ວັນຈັນຫາວັນອາທິດ</p>",
    refundBanner: "<p>ຄືນຍອດເສຍທຸກວັນຈັນ ສູງສຸດ 10%</p>",
  },
};
