import type { Markup as Clean } from "../../../server/context";
import { useRequest } from "~/ui/request";
import { AgreementButtons, AgreementTexts } from "./agreement-form";

/**
 * 1.5 s after the page it lies over its lower part. Until then it is hidden, also from keyboards. The rules stand here
 * because only pages that ask have them: home has no byte to spare on a first visit.
 */
const STYLE = [
  "#agreement{position:fixed;z-index:9;top:auto;right:0;bottom:0;left:0;width:100%;max-width:32rem;max-height:85%;",
  "margin:auto auto 0;overflow:auto;animation:agreement 1ms 1.5s backwards}",
  "@keyframes agreement{from{visibility:hidden}}",
].join("");

interface Props {
  agreement: { hash: string; texts: Clean[] } | null;
}

/** Asks for the agreement, over home. It is the first thing that a keyboard reaches. */
export function AgreementDialog({ agreement }: Props) {
  const { t, nonce } = useRequest();
  if (!agreement) return null;
  return (
    <dialog open className="card" id="agreement" aria-labelledby="agreement-title">
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: STYLE }} />
      <h2 id="agreement-title">{t("agreement:title")}</h2>
      <p className="meta">{t("agreement:lead")}</p>
      <AgreementTexts texts={agreement.texts} />
      <form className="stack" data-gap="small" method="post" action="/user/agreement">
        <AgreementButtons hash={agreement.hash} />
      </form>
    </dialog>
  );
}
