import type { ReactNode } from "react";
import { Icon } from "./icon";
import { LanguageMenu } from "./language-menu";
import { useT } from "./request";

interface Props {
  title: string;
  /** Where the arrow, or with `close` the cross, leads. */
  back: string;
  close?: boolean;
  /** At the right of the head: a balance, for instance. */
  aside?: ReactNode;
  /** Shows the language menu, carrying along the fields of this form. */
  language?: string | true;
  /** For the script that asks again: the state of what is shown, and the seconds until then. */
  "data-state"?: string;
  "data-poll"?: number;
  children: ReactNode;
}

/** A task page: everything the specification calls a modal has its own address and is drawn as a sheet. */
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

/** The part of a sheet that stays under the thumb. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <footer className="sheet-foot">{children}</footer>;
