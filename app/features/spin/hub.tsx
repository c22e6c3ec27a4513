import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";

/** The words of the button in the centre of the wheel. */
export function HubWords({ text, coins }: { text: string; coins: number }) {
  const t = useT();
  return (
    <>
      <span>{text}</span>
      <small>
        <Icon name="coin" />
        {coins}
        <span className="visually-hidden"> {t("spin:coins")}</span>
      </small>
    </>
  );
}
