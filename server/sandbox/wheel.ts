import type { SpinSlice } from "../operator/contract/spin";
import type { Currency, Market } from "./market";
import type { Switches } from "./switches";

/** A slice of the wheel. */
export interface Slice extends SpinSlice {
  /** `amount`: minor units, 0 for a thing. Null: nothing is won. */
  prize: { name: string; amount: number } | null;
}

type Prize = number | "thing" | "none";

/** Prizes in wheel order, in baht. */
const PRIZES: readonly Prize[] = [1000, 20, "none", 100, 10, 50, "thing", 5, 200, "none", 500, 30];

const COLOURS: readonly (readonly [background: string, text: string])[] = [
  ["#f2a62b", "#2b1b00"],
  ["#1c4f7e", "#ffffff"],
  ["#f6f4ef", "#13202b"],
  ["#17626d", "#ffffff"],
  // Operators choose pairs that cannot be read, too.
  ["#fdd835", "#ffffff"],
  ["#8e3b62", "#ffffff"],
];

/** Kip for one baht, as far as prizes are concerned. */
const KIP = 500;

const words = {
  th: {
    wheel: "กงล้อครามนำโชค",
    thing: "เสื้อยืด",
    none: "ไม่มีรางวัล",
    thingName: "เสื้อยืดคราม 1 ตัว",
    moneyName: (money: string) => `เงินรางวัล ${money} เข้ากระเป๋าเงิน`,
    money: (money: string) => `<b>${money}</b> เข้ากระเป๋าเงินเมื่อรับคูปอง`,
    long: (label: string) => `${label} สำหรับสมาชิกที่หมุนกงล้อวันนี้`,
  },
  la: {
    wheel: "ກົງລໍ້ຄາມນຳໂຊກ",
    thing: "ເສື້ອຢືດ",
    none: "ບໍ່ມີລາງວັນ",
    thingName: "ເສື້ອຢືດຄາມ 1 ໂຕ",
    moneyName: (money: string) => `ເງິນລາງວັນ ${money} ເຂົ້າກະເປົາເງິນ`,
    money: (money: string) => `<b>${money}</b> ເຂົ້າກະເປົາເງິນເມື່ອຮັບຄູປອງ`,
    long: (label: string) => `${label} ສຳລັບສະມາຊິກທີ່ໝຸນກົງລໍ້ມື້ນີ້`,
  },
};

/** The wheel that members with this currency spin. */
export function wheelOf(
  market: Market,
  currency: Currency,
  { wheelSlices, wheelLabels }: Pick<Switches, "wheelSlices" | "wheelLabels">,
): { name: string; slices: Slice[] } {
  const text = words[market];
  const show = (amount: number) => `${currency === "LAK" ? "₭" : "฿"}${amount.toLocaleString("en-GB")}`;
  const slices = Array.from({ length: wheelSlices }, (_, index): Slice => {
    const prize = PRIZES[index % PRIZES.length]!;
    const [bgColor, textColor] = COLOURS[index % COLOURS.length]!;
    const amount = typeof prize === "number" ? prize * (currency === "LAK" ? KIP : 1) : 0;
    const label = typeof prize === "number" ? show(amount) : text[prize];
    const name = prize === "thing" ? text.thingName : text.moneyName(label);
    return {
      code: `S${index + 1}`,
      label: wheelLabels === "long" ? text.long(label) : label,
      bgColor,
      textColor,
      htmlDescription: typeof prize === "number" ? text.money(label) : `<i>${prize === "none" ? text.none : name}</i>`,
      prize: prize === "none" ? null : { name, amount: amount * 100 },
    };
  });
  return { name: text.wheel, slices };
}
