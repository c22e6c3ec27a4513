import { useForm } from "@conform-to/react";

interface KitFields {
  empty: string;
  filled: string;
  wrong: string;
  secret: string;
  amount: number;
  wrongAmount: number;
}

/** A form that came back: some of its fields are filled in, some are refused, and so is the whole. */
export const useKitForm = (id: string) =>
  useForm<KitFields>({
    id,
    lastResult: {
      status: "error",
      initialValue: { filled: "0812345678", wrong: "081234567", amount: "500", wrongAmount: "1,2,3" },
      error: {
        wrong: ["login:phoneMissing"],
        wrongAmount: ["common:amountMalformed"],
      },
    },
  });
