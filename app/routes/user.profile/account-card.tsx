import { formatDateTime, isoTime } from "~/lib/dates";
import { formatPhone } from "~/lib/phone";
import { Facts } from "~/ui/facts";
import { Reference } from "~/ui/reference";
import { useRequest } from "~/ui/request";

interface Props {
  /** `createdAt`: ISO 8601; null if the operator does not say. */
  person: { _id: string; name: string; username: string; createdAt: string | null };
}

/** Who the member is. The username is the phone number and cannot be changed. */
export function AccountCard({ person: { _id, name, username, createdAt } }: Props) {
  const { t, site } = useRequest();
  return (
    <section className="section" aria-labelledby="mine">
      <h2 id="mine">{t("profile:mine")}</h2>
      <div className="card">
        <Facts
          pairs={[
            [t("profile:username"), <span className="number">{formatPhone(username)}</span>],
            [t("profile:name"), name],
            [t("profile:id"), <Reference key="id">{_id}</Reference>],
            [
              t("profile:since"),
              createdAt && (
                <time dateTime={isoTime(createdAt, site.timeZone)}>{formatDateTime(createdAt, site.timeZone)}</time>
              ),
            ],
          ]}
        />
      </div>
    </section>
  );
}
