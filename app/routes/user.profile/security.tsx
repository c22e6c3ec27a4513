import type { ReactNode } from "react";
import { deviceName } from "~/features/login/device-name";
import { formatRecent } from "~/lib/dates";
import { ButtonLink } from "~/ui/button";
import { useRequest } from "~/ui/request";

/** The sign-in before this one, so that members notice one that was not theirs, and the way to end other sessions. */
export function Security({ children }: { children?: ReactNode }) {
  const { t, now, site, member } = useRequest();
  const { at, ...device } = member?.before ?? { at: null, browser: null, system: null };
  return (
    <section className="section" aria-labelledby="security">
      <h2 id="security">{t("profile:security")}</h2>
      <div className="card">
        {at !== null && (
          <p>
            {t("sessions:before", {
              time: formatRecent(at, now, site.timeZone),
              device: deviceName(t, device) ?? t("sessions:unknown"),
            })}
          </p>
        )}
        {children}
        <ButtonLink variant="secondary" width="full" href="/user/sessions">
          {t("sessions:title")}
        </ButtonLink>
      </div>
    </section>
  );
}
