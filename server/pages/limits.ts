import type { Context, LimitRule } from "../context";
import type { Locals } from "../http/locals";
import type { Services } from "../services";

/** The limits of requests, as pages take from them. */
export function limitOf({ limits }: Pick<Services, "limits">, { browser, address }: Locals): Context["limit"] {
  const rules: Record<LimitRule, (key: string) => Promise<number | null>> = {
    otpSend: (phone) => limits.otpSend(phone, address),
    otpSendOdd: () => limits.otpSendOdd(address),
    otpBlock: (phone) => limits.otpBlock(phone),
    otpVerify: (otpToken) => limits.otpVerify(otpToken, browser.wizard.read().username ?? null),
    probe: (phone) => limits.probe(phone, address),
    register: () => limits.register(address, browser.formOwner),
    money: (memberId) => limits.money(memberId),
    credentials: (memberId) => limits.credentials(memberId),
    launch: (memberId) => limits.launch(memberId),
    promotion: (memberId) => limits.promotion(memberId),
  };
  return (rule, key) => rules[rule](key);
}

export const tryLoginOf =
  ({ limits }: Pick<Services, "limits">, { browser, address }: Locals): Context["tryLogin"] =>
  async (phone) => {
    const { wait, end } = await limits.login({ phone, address, knownBrowser: browser.signedIn.idFor(phone) });
    return {
      wait,
      end: async (answer) => {
        if (answer === "right") browser.signedIn.add(phone);
        await end(answer === "wrong");
      },
    };
  };
