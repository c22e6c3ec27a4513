import type { World } from "../world";
import { historyOf, say } from "./conversations";

const SLOW_MS = 15_000;
/** A first answer is given again when nobody has written for so long. */
const AGAIN_MS = 60 * 60_000;

const GREETINGS = {
  th: {
    text: "สวัสดีค่ะ ได้รับข้อความแล้ว ต้องการให้ช่วยเรื่องใดคะ",
    topics: [
      ["ฝากเงิน", "DEPOSIT_HELP"],
      ["ถอนเงิน", "WITHDRAW_HELP"],
      ["คุยกับเจ้าหน้าที่", "AGENT"],
    ],
  },
  la: {
    text: "ສະບາຍດີ ໄດ້ຮັບຂໍ້ຄວາມແລ້ວ ຕ້ອງການໃຫ້ຊ່ວຍເລື່ອງໃດ",
    topics: [
      ["ຝາກເງິນ", "DEPOSIT_HELP"],
      ["ຖອນເງິນ", "WITHDRAW_HELP"],
      ["ລົມກັບເຈົ້າໜ້າທີ່", "AGENT"],
    ],
  },
  en: {
    text: "Hello, we have your message. What can we help you with?",
    topics: [
      ["Deposit", "DEPOSIT_HELP"],
      ["Withdraw", "WITHDRAW_HELP"],
      ["Talk to support", "AGENT"],
    ],
  },
} as const;

/** The language by its script; Latin letters are English, and what has no letters is the market's. */
function languageOf(world: World, text: string): keyof typeof GREETINGS {
  if (/\p{Script=Thai}/u.test(text)) return "th";
  if (/\p{Script=Lao}/u.test(text)) return "la";
  return /[a-z]/i.test(text) ? "en" : world.market;
}

/** Greets who writes first, in the language of the message. */
export function greet(world: World, owner: string, text: string): void {
  const { chatAgent } = world.switches.current;
  if (chatAgent === "away") return;
  const [, previous] = historyOf(world, owner, 2, 0);
  if (previous && world.now() - previous.createdAt < AGAIN_MS) return;
  const { text: payload, topics } = GREETINGS[languageOf(world, text)];
  const answer = () =>
    void say(world, {
      owner,
      sender: "other",
      message: {
        message_type: "quick_replies",
        payload,
        payloads: topics.map(([title, code]) => ({ type: "postback", title, payload: code })),
      },
    });
  if (chatAgent === "slow") world.later(SLOW_MS, answer);
  else answer();
}
