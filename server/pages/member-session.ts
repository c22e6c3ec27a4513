import type { Context } from "../context";
import type { Locals } from "../http/locals";
import { SessionTooLarge } from "../session/session";
import { redirectTo } from "./safe-redirect";

/** The member's sessions of this site, as pages change them. */
export function sessionOf({ browser, log }: Locals): Context["session"] {
  const sealed = async (change: Promise<void>) => {
    try {
      await change;
    } catch (error) {
      if (!(error instanceof SessionTooLarge)) throw error;
      log.error({ err: error }, "sign-in impossible");
      browser.flash({ tone: "bad", text: "errors:LOGIN_FAIL" });
      throw redirectTo("/login");
    }
  };
  const stored = async (change: Promise<void>) => {
    try {
      await change;
      return true;
    } catch (error) {
      log.error({ err: error }, "other sessions could not be signed out");
      return false;
    }
  };
  return {
    signIn: (member, token, remember) => sealed(browser.signIn(member, token, remember)),
    confirm: (token) => sealed(browser.confirm(token)),
    async all() {
      const known = await browser.allSessions();
      return known.map(({ sid, until: _, ...rest }) => ({ ...rest, isThis: sid === browser.session?.sid }));
    },
    endOthers: () => stored(browser.endOthers()),
    renew: () => stored(browser.renewSession()),
    signOut: () => browser.signOut(),
  };
}
