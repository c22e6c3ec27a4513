import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keepWordsWhole } from "../../app/ui/whole-words";
import { compounds } from "../../locales/compounds";

const files = ["en", "la", "th"].flatMap((locale) =>
  readdirSync(`locales/${locale}`).map((name) => `locales/${locale}/${name}`),
);
const textOf = (html: string) => html.replace(/<[^>]*>/g, "");
const EN = "<p>Try again</p>";

test.each(files)("%s has no invisible characters, which members would copy", (file) => {
  expect(readFileSync(file, "utf8").match(/[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g)).toBeNull();
});

test("a compound alone is one element", () => {
  expect(keepWordsWhole("<dt>รหัสผ่าน</dt>")).toBe('<dt><span class="w">รหัสผ่าน</span></dt>');
});

test("a text with a compound stays one element, so that a flex container has one item", () => {
  expect(keepWordsWhole("<button>ลองอีกครั้ง</button>")).toBe(
    '<button><span>ลอง<span class="w">อีกครั้ง</span></span></button>',
  );
  expect(keepWordsWhole("<b>ສົ່ງສະລິບ: 5</b>")).toBe('<b><span>ສົ່ງ<span class="w">ສະລິບ</span>: 5</span></b>');
});

test("the longest of the words that begin here is found", () => {
  expect(keepWordsWhole("<p>ລະຫັດຜ່ານ</p>")).toBe('<p><span class="w">ລະຫັດຜ່ານ</span></p>');
});

test.each([
  '<input placeholder="รหัสผ่าน"/>',
  "<title>รหัสผ่าน</title>",
  "<textarea>รหัสผ่าน</textarea>",
  '<select><option value="1">รหัสผ่าน</option></select>',
  "<svg><text>รหัสผ่าน</text></svg>",
  '<script>"<p>รหัสผ่าน</p>"</script>',
  "<style>.a::after{content:'รหัสผ่าน'}</style>",
  EN,
])("unchanged: %s", (html) => {
  expect(keepWordsWhole(html)).toBe(html);
});

test("the text of a page stays the same, however often it is rendered", () => {
  const html = Object.values(compounds)
    .flat()
    .map((word) => `<p title="${word}">${word} ${word}${word}</p>`)
    .join("");
  const once = keepWordsWhole(html);
  expect(textOf(once)).toBe(textOf(html));
  expect(once).not.toBe(html);
  expect(keepWordsWhole(html)).toBe(once);
});

test("texts that are remembered do not keep their pages in memory", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  const rest = Buffer.alloc(250_000, "x");
  for (let page = 0; page < 200; page += 1) {
    // As React builds it: one flat string.
    const html = Buffer.concat([Buffer.from(`<p>ยอดเงินคงเหลือของคุณ ${page}</p>`), rest]).toString();
    keepWordsWhole(html);
  }
  // The pages have 100 MB: two bytes a character.
  expect(held() - before).toBeLessThan(20 * 1024 * 1024);
});

/** Endings that make one word with what stands before them, as in "amount of money" or "to pay in". */
const ENDINGS = {
  th: /(จำนวน|โยก|ฝาก|ถอน|โอน|ยอด|กระเป๋า)เงิน|(ผู้)?ให้บริการ|ใช้งาน|เบอร์โทรศัพท์|(เข้าสู่|ออกจาก)ระบบ|(ชื่อ|เลขที่|สมุด)บัญชี|บัญชี(เกม|ธนาคาร)|มากน้อย|พักการเล่น|สมัครสมาชิก|หน้าหลัก|คืนยอดเสีย|วงเงินฝาก/g,
  la: /(ຈຳນວນ|ໂຍກ|ຝາກ|ຖອນ|ໂອນ|ຍອດ|ກະເປົາ)ເງິນ|ຍອດເງິນຄົງເຫຼືອ|(ຜູ້)?ໃຫ້ບໍລິການ|ໃຊ້ງານ|ເບີໂທລະສັບ|(ເຂົ້າສູ່|ອອກຈາກ)ລະບົບ|(ຊື່|ເລກ|ປຶ້ມ)ບັນຊີ|ບັນຊີ(ເກມ|ທະນາຄານ)|ຫຼາຍໜ້ອຍ|ພັກການຫຼິ້ນ|ສະໝັກສະມາຊິກ|ໜ້າຫຼັກ|ຄືນຍອດເສຍ|ວົງເງິນຝາກ/g,
};

test.each(["th", "la"] as const)("%s: every compound of these that a text uses is in the list", (locale) => {
  const texts = files.filter((file) => file.includes(`/${locale}/`)).map((file) => readFileSync(file, "utf8"));
  const used = new Set(texts.flatMap((text) => text.match(ENDINGS[locale]) ?? []));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((word) => !compounds[locale].includes(word))).toEqual([]);
});
