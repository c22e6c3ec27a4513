import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { soft } from "./actions";
import { htmlLang } from "./i18n";
import { useAppName } from "./ui/app-name";
import { ErrorPage } from "./ui/error-page";
import { NotLoaded } from "./ui/not-loaded";
import { useRequest, type TextKey } from "./ui/request";
import { Sheet, SheetBody } from "./ui/sheet";
import { TopStrip } from "./top-strip";

/** The handle of a route. */
export interface RouteHandle {
  /** A page with a `heading` in its data has that as its title. */
  title?: TextKey;
  /** Colour of the browser's toolbar: `cloth` for hub pages; by default that of sheets. */
  ground?: "cloth";
  /** Of a sheet that shows in its own frame that it could not be read: target of its back arrow. */
  back?: string;
  /** The conversation: a phone's keyboard shrinks it instead of covering its end, and its own script comes first. */
  isChat?: true;
}

export async function loader({ context }: LoaderFunctionArgs) {
  // A closed service is not handled here: the page's own loader redirects to /terminated, which must not redirect to
  // itself.
  const info = await soft(context.operator.lookupInfo()).catch(() => undefined);
  return { name: info?.name || context.site.operatorName };
}

/**
 * Reloads a waiting page after the seconds in its data (`refresh`), in browsers without the script, which polls
 * instead.
 */
function Refresh({ seconds }: { seconds: number }) {
  const { assets } = useRequest();
  const tag = <meta httpEquiv="refresh" content={String(seconds)} />;
  return assets.script ? <noscript>{tag}</noscript> : tag;
}

/** What the data of a page may say to its document. */
interface PageData {
  /** Seconds until a waiting page asks again. */
  refresh?: number | null;
  /** In the language of the page: what this page is about, where many have one route. */
  heading?: string;
}

/** Routes of the pages that search engines may list. */
const LISTED = /^routes\/(_guest\.|chat$)/;

const THEME = { cloth: ["#0f3253", "#0f2a42"], page: ["#f6f4ef", "#0c141c"] } as const;

/** What the data of a page says about errors. */
interface Troubled {
  /** The page, or what it is for, could not be read, or it shows why something was refused. */
  failed?: boolean;
  /** The error that another page has sent to this one. */
  found?: unknown;
  flash?: { tone: string } | null;
}

function hasError(data: unknown) {
  const { failed, found, flash } = { ...(data as Troubled | undefined) };
  return Boolean(failed) || Boolean(found) || flash?.tone === "bad";
}

const VIEWPORT = "width=device-width, initial-scale=1, viewport-fit=cover";

interface DocumentProps {
  title: string;
  /** Whether the page tells of an error; its title says so first. */
  failed?: boolean;
  ground?: keyof typeof THEME;
  /** Whether search engines may list the page. */
  isPublic?: boolean;
  isChat?: boolean;
  /** Seconds. */
  refresh?: number | null;
  children: ReactNode;
}

function Document({ title, failed, ground = "page", isPublic = false, isChat, refresh, children }: DocumentProps) {
  const { t, locale, assets, nonce, site, isRefused } = useRequest();
  const { brand } = site;
  const theme = brand?.theme ?? "system";
  const colours = (ground === "cloth" && brand?.clothTops) || THEME[ground];
  const light = colours[theme === "dark" ? 1 : 0];
  const dark = colours[theme === "light" ? 0 : 1];
  return (
    <html lang={htmlLang(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={isChat ? `${VIEWPORT}, interactive-widget=resizes-content` : VIEWPORT} />
        <title>{`${isRefused || failed ? t("common:errorIn", { title }) : title} · ${useAppName()}`}</title>
        {isPublic ? (
          <meta name="description" content={t("common:description")} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={brand?.favicon?.href ?? "/favicon.svg"} />
        {assets.css === null ? (
          <>
            <link rel="stylesheet" href={assets.cssHref} />
            {/* Not on a first visit, which has the styles in it. */}
            <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
            <link rel="manifest" href="/manifest.webmanifest" />
            {!brand?.favicon && <link rel="apple-touch-icon" href="/icon-180.png" />}
          </>
        ) : (
          <>
            <style nonce={nonce} dangerouslySetInnerHTML={{ __html: assets.css }} />
            {/* Loaded after everything else, for later pages: old engines and Safari refuse to prefetch it. */}
            {!isChat && <link rel="stylesheet" href={assets.cssHref} media="not all" />}
          </>
        )}
        {refresh && <Refresh seconds={refresh} />}
        {assets.script && <script type="module" src={assets.script} nonce={nonce} />}
      </head>
      <body>
        <a className="skip-link" href="#main">
          {t("common:skip")}
        </a>
        <TopStrip />
        {children}
      </body>
    </html>
  );
}

const useHandle = () =>
  useMatches().reduce<RouteHandle>((found, match) => ({ ...found, ...(match.handle as RouteHandle) }), {});

export default function App() {
  const { title = "common:home", ground, isChat } = useHandle();
  const { t } = useRequest();
  const page = useMatches().at(-1);
  const { heading, refresh } = { ...(page?.data as PageData | undefined) };
  return (
    <Document
      title={heading ?? t(title)}
      ground={ground}
      isPublic={LISTED.test(page?.id ?? "")}
      isChat={isChat}
      refresh={refresh}
      failed={hasError(page?.data)}
    >
      <Outlet />
    </Document>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { title, back } = useHandle();
  const { t } = useRequest();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 503 && title && back)
    return (
      <Document title={t(title)} failed>
        <Sheet title={t(title)} back={back}>
          <SheetBody align="center">
            <NotLoaded />
          </SheetBody>
        </Sheet>
      </Document>
    );
  return (
    <Document title={t(status === 404 ? "common:notFoundTitle" : "common:errorTitle")}>
      <ErrorPage status={status} />
    </Document>
  );
}
