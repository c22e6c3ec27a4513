import { ButtonLink } from "./button";
import { useRequest } from "./request";

/** A link to the page that says how to reach support. */
export function AskSupport({ look }: { look?: "button" }) {
  const { t, member } = useRequest();
  const href = member ? "/user/contact" : "/contact";
  if (!look) return <a href={href}>{t("common:contactUs")}</a>;
  return (
    <ButtonLink variant="secondary" width="full" href={href}>
      {t("common:contactUs")}
    </ButtonLink>
  );
}

/** The errors that only support can help with: their texts say so. */
export const FOR_SUPPORT: readonly string[] = [
  "errors:ACCOUNT_GONE",
  "errors:GENERAL",
  "errors:INACTIVE_USER",
  "errors:INVALID_COUPON_TYPE",
  "errors:INVALID_PRIZE_CODE",
  "errors:NO_BANK",
  "errors:NO_USER",
  "errors:NO_WALLET",
  "errors:REGISTER_FAIL",
  "errors:UNKNOW_ERROR",
];

/** The errors whose texts name the page of bonuses. */
export const FOR_BONUS: readonly string[] = ["errors:BONUS_CONDITION"];

/** The way on after one of these errors; nothing after others. */
export function WayOnFor({ error = "" }: { error: string | undefined }) {
  const { t } = useRequest();
  if (FOR_SUPPORT.includes(error)) return <AskSupport />;
  return FOR_BONUS.includes(error) ? <a href="/user/bonus">{t("bonus:title")}</a> : null;
}
