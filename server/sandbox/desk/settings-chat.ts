import type { Switches } from "../switches";
import { WORKS, yesNo, type Setting } from "./choices";

type Name = "chatWidget" | "chatAgent" | "chatDown" | "chatStorageDown" | "chatSocketDown";

/** The settings of the chat with support. */
export const chatSettings: { [K in Name]: Setting<Switches[K]> } = {
  chatWidget: { label: "Chat", help: "Pages show it to members and guests.", choices: yesNo("on", "off") },
  chatAgent: {
    label: "Support",
    help: "Its first answer comes by itself; the others are given at the desk.",
    choices: [
      ["answers", "answers"],
      ["slow", "answers after 15 seconds"],
      ["away", "is away"],
    ],
  },
  chatDown: { label: "Sending messages", help: "INTERNAL_SERVER_ERROR.", choices: WORKS },
  chatStorageDown: { label: "Sending files", help: "INTERNAL_SERVER_ERROR.", choices: WORKS },
  chatSocketDown: { label: "The socket of the chat", help: "It lets nobody in.", choices: WORKS },
};
