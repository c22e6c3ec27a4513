import { contract } from "../../operator/contract";
import { implement, OK } from "../wire/implement";

export const chat = implement(contract.chat, {
  chatConfig: () => ({ PREFIX: "sandbox-" }),
  chatHistory: () => [],
  markChatRead: () => OK,
});
