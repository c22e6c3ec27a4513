import { Button } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";

/** The two answers, for the version with this hash. */
export function AgreementButtons({ hash }: { hash: string }) {
  const { t } = useRequest();
  return (
    <>
      <CsrfToken />
      <input type="hidden" name="hash" value={hash} />
      <Button size="large" width="full" name="answer" value="accept">
        {t("agreement:accept")}
      </Button>
      <Button variant="quiet" width="full" name="answer" value="later">
        {t("agreement:later")}
      </Button>
    </>
  );
}
