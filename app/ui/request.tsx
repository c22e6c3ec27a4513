import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { AppLoadContext } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { translateMessage, type TextKey, type Translate } from "~/i18n";
import { formatMoney } from "~/lib/money";

type Page = Pick<
  AppLoadContext,
  "locale" | "site" | "assets" | "csrfToken" | "nonce" | "path" | "requestId" | "member" | "now" | "balance" | "trouble"
> & {
  /** Whether the page answers a form that was refused. */
  isRefused: boolean;
  /** Messages of support that were not seen yet, as far as is known. */
  unread: number;
};

interface RequestFacts extends Page {
  t: Translate;
  /** Translates a message of a loader or action. */
  translateMessage: (text: string) => string;
  /** Minor units → text in the member's currency. */
  money: (minor: number) => string;
}

const RequestContext = createContext<RequestFacts | null>(null);

/**
 * Provides request data to every component, in the language of the surrounding `I18nextProvider`. It is not loader data, so
 * it is never serialized.
 */
export function RequestProvider({ context, children }: { context: Page; children: ReactNode }) {
  const { t: translate } = useTranslation();
  const facts = useMemo(() => {
    const t = translate as unknown as Translate;
    const currency = context.member?.currency ?? context.site.currencies[0]!;
    return {
      ...context,
      t,
      translateMessage: (text: string) => translateMessage(t, text),
      money: (minor: number) => formatMoney(minor, currency),
    };
  }, [context, translate]);
  return <RequestContext.Provider value={facts}>{children}</RequestContext.Provider>;
}

/** Data of the request: language, site, member, security tokens. */
export function useRequest(): RequestFacts {
  const facts = useContext(RequestContext);
  if (!facts) throw new Error("useRequest outside RequestProvider");
  return facts;
}

/** The translator of the page. */
export const useT = () => useRequest().t;

export type { TextKey };
