import type { Markup as Clean } from "../../server/context";
import { pictureFrom } from "~/lib/picture";
import { plainLines } from "~/lib/plain-text";
import { Markup } from "./markup";
import { useRequest } from "./request";

export interface Banner {
  /** Address of a picture, of any host: others than the allowed ones are not shown. */
  image: string;
  html: Clean;
}

interface Props {
  banners: Banner[];
  /** `#id` of what follows them. */
  next: string;
}

/**
 * The operator's announcements side by side, with a link to each one: no script moves them. Their text is always there,
 * so that their pictures need none.
 */
export function Banners({ banners, next }: Props) {
  const { t, site, assets } = useRequest();
  const shown = banners
    .map(({ image, html }) => ({ html, text: plainLines(html)[0], image: pictureFrom(image, site.imageHosts) }))
    .filter(({ image, text }) => text !== undefined || image !== null);
  if (shown.length === 0) return null;
  const nameOf = (index: number) => t("common:banner", { number: index + 1, count: shown.length });
  return (
    <section className="section" aria-labelledby="banners">
      <header className="section-head">
        <h2 id="banners">{t("common:banners")}</h2>
        <a className="section-link" href={next}>
          {t("common:skipBanners")}
        </a>
      </header>
      <ul className="banners" tabIndex={shown.length > 1 ? 0 : undefined} aria-labelledby="banners">
        {shown.map(({ image, html, text }, index) => (
          <li key={index} id={`banner-${index + 1}`}>
            {image && !assets.lite && <img src={image} alt="" width="690" height="300" loading="lazy" />}
            {text === undefined ? <p>{nameOf(index)}</p> : <Markup html={html} />}
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <nav className="pagination" aria-label={t("common:banners")}>
          {shown.map((_, index) => (
            <a key={index} href={`#banner-${index + 1}`} aria-label={nameOf(index)}>
              {index + 1}
            </a>
          ))}
        </nav>
      )}
    </section>
  );
}
