import type { Markup as Clean } from "../../../server/context";
import { useRequest } from "~/ui/request";
import { AgreementButtons } from "./agreement-buttons";

/**
 * 1.5 s after the page it lies over its lower part. Until then it is hidden, also from keyboards. Its rules stand here
 * and not in a stylesheet, and it uses no part that home lacks: only pages that ask have them, and home has no byte to
 * spare on a first visit.
 */
const STYLE = [
  "#agreement{position:fixed;z-index:9;top:auto;right:0;bottom:0;left:0;width:100%;max-width:32rem;max-height:85%;",
  "margin:auto auto 0;padding:1rem;border:0;border-radius:1rem 1rem 0 0;box-shadow:0 0 2rem #0008;overflow:auto;",
  "animation:agreement 1ms 1.5s backwards}",
  "#agreement>*,#agreement>section>*{margin:0 0 .75rem}",
  "#agreement ul,#agreement ol{padding-left:1.5rem}",
  "#agreement [tabindex]{overflow-x:auto}",
  "@keyframes agreement{from{visibility:hidden}}",
].join("");

interface Props {
  agreement: { hash: string; texts: Clean[] } | null;
}

/** Asks for the agreement, over home. A keyboard reaches it before anything of home. */
export function AgreementDialog({ agreement }: Props) {
  const { t, nonce } = useRequest();
  if (!agreement) return null;
  return (
    <dialog open id="agreement" aria-labelledby="agreement-title">
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: STYLE }} />
      <h2 id="agreement-title">{t("agreement:title")}</h2>
      <p>{t("agreement:lead")}</p>
      <section dangerouslySetInnerHTML={{ __html: agreement.texts.join("") }} />
      <form method="post" action="/user/agreement">
        <AgreementButtons hash={agreement.hash} />
      </form>
    </dialog>
  );
}
