import { htmlLang, LOCALE_NAMES } from "~/i18n";
import { useRequest } from "~/ui/request";

interface Props {
  title: string;
  name: string;
  video: { src: string; poster?: string; width?: number; height?: number };
  /** Whether there are captions. */
  captions: boolean;
  /** Seconds from the begin. */
  start: number | null;
}

const LANGUAGES = ["th", "la", "en"] as const;

/** The browser's own player. It loads nothing but the picture before it is started. */
export function Player({ title, name, video: { src, ...look }, captions, start }: Props) {
  const { t, locale } = useRequest();
  return (
    <video
      className="player"
      id="player"
      controls
      playsInline
      preload="none"
      src={start ? `${src}#t=${start}` : src}
      aria-label={t("howto:player", { title })}
      {...look}
    >
      {captions &&
        LANGUAGES.map((one) => (
          <track
            key={one}
            kind="captions"
            srcLang={htmlLang(one)}
            label={LOCALE_NAMES[one]}
            src={`/howto/${name}/captions?language=${one}`}
            default={one === locale}
          />
        ))}
    </video>
  );
}
