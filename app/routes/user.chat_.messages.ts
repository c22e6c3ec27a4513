/** The conversation for the script in the browser. */
export { readLivePage as loader } from "~/features/chat/live-page";

export { sendMessage as action } from "~/features/chat/send";
