import { z } from "zod";
import { amountFault } from "~/lib/form";
import { message } from "~/lib/message";
import { parseMoney } from "~/lib/money";

interface Bounds {
  /** Minor units. */
  minimum: number;
  money: (minor: number) => string;
}

/** Schema of the form: the preset that was pressed, or the typed amount. */
export const QrForm = ({ minimum, money }: Bounds) =>
  z
    .object({ amount: z.string().optional(), preset: z.string().optional() })
    .transform(({ amount, preset }, context) => {
      const text = preset ?? amount;
      const minor = text === undefined ? null : parseMoney(text);
      const fault = (key: string) => {
        context.issues.push({ code: "custom", message: key, path: ["amount"], input: text });
        return z.NEVER;
      };
      if (text === undefined) return fault("common:amountMissing");
      if (minor === null) return fault(amountFault(text));
      if (minor < minimum) return fault(message("qr:minimum", { amount: money(minimum) }));
      return { amount: minor };
    });
