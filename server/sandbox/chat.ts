import { contract } from "../operator/contract";
import { implement, OK } from "./implement";

export const chat = implement(contract.chat, {
  chatConfig: () => ({ PREFIX: "sandbox-" }),
  chatHistory: () => [],
  markChatRead: () => OK,
});
