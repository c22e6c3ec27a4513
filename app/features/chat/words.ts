import type { Translate } from "~/i18n";
import { MAX_MB } from "./file-rules";

/** The words of a conversation, as plain texts: a script in the browser has no translations of its own. */
export const chatWords = (t: Translate) => ({
  support: t("chat:support"),
  you: t("chat:you"),
  picture: t("chat:picture"),
  video: t("chat:video"),
  file: t("chat:file"),
  unreadable: t("chat:unreadable"),
  sending: t("chat:sending"),
  uploading: t("chat:uploading"),
  sent: t("chat:sent"),
  failed: t("chat:failed"),
  doubtful: t("chat:doubtful"),
  resend: t("chat:resend"),
  remove: t("chat:remove"),
  fresh: t("chat:fresh"),
  large: t("chat:large"),
  smaller: t("chat:smaller"),
  asItIs: t("chat:asItIs"),
  tooLong: t("chat:tooLong", { count: "{}" }),
  unread: t("chat:unread", { count: "{}" }),
  log: t("chat:log"),
  empty: t("chat:empty"),
  earlier: t("chat:earlier"),
  earlierFailed: t("chat:earlierFailed"),
  typing: t("chat:typing"),
  fileUnsupported: t("chat:fileUnsupported"),
  pictureTooLarge: t("chat:fileTooLarge", { mb: MAX_MB.image }),
  videoTooLarge: t("chat:fileTooLarge", { mb: MAX_MB.video }),
  away: t("chat:away"),
  signedOut: t("chat:signedOut"),
});

export type ChatWords = ReturnType<typeof chatWords>;
