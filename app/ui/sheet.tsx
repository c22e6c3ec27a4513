import type { ReactNode } from "react";
import { Icon } from "./icon";
import { LanguageMenu } from "./language-menu";
import { useT } from "./request";

interface Props {
  title: string;
  /** Target of the back arrow or, with `close`, of the cross. */
  back: string;
  close?: boolean;
  /** Shown at the right of the header, for example a balance. */
  aside?: ReactNode;
  /** Shows the language menu, carrying along the fields of this form. */
  language?: string | true;
  /** For polling by script: the state shown, and the seconds until the next request. */
  "data-state"?: string;
  "data-poll"?: number;
  children: ReactNode;
}

/** The frame of a task page. What the specification calls a modal is a page with its own address, drawn as a sheet. */
export function Sheet({ title, back, close, aside, language, children, ...data }: Props) {
  const t = useT();
  return (
    <main className="sheet" id="main" {...data}>
      <header className="sheet-head">
        <a className="icon-button" href={back} aria-label={t(close ? "common:close" : "common:back")}>
          <Icon name={close ? "close" : "back"} />
        </a>
        <h1>{title}</h1>
        {aside}
        {language && <LanguageMenu form={language === true ? undefined : language} />}
      </header>
      {children}
    </main>
  );
}

/** The scrolling part of a sheet. */
export const SheetBody = ({ align, children }: { align?: "center"; children: ReactNode }) => (
  <div className="sheet-body" data-align={align}>
    {children}
  </div>
);

/** The footer of a sheet with its main button; it sticks to the bottom of the screen. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <footer className="sheet-foot">{children}</footer>;
