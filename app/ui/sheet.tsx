import type { ReactNode } from "react";
import { Icon } from "./icon";
import { KnownBalance } from "./known-balance";
import { LanguageMenu } from "./language-menu";
import { useT } from "./request";
import { UnreadMessages } from "./unread-messages";

interface Props {
  title: string;
  /** Target of the back arrow or, with `close`, of the cross. */
  back: string;
  close?: boolean;
  /** Without the menu of languages, on a page that must have no form of ours. */
  bare?: boolean;
  /** The page states balances itself: its head leaves them out. */
  statesBalance?: boolean;
  /** Shown at the right of the header, for example a button. There is no room for the balance then. */
  aside?: ReactNode;
  /** Id of the page's form: a change of the language keeps what was typed into it. */
  form?: string;
  /** For polling by script: the state shown, and the seconds until the next request. */
  "data-state"?: string;
  "data-poll"?: number;
  children: ReactNode;
}

/** The frame of a task page. What the specification calls a modal is a page with its own address, drawn as a sheet. */
export function Sheet({ title, back, close, bare, statesBalance, aside, form, children, ...data }: Props) {
  const t = useT();
  return (
    <main className="sheet" id="main" {...data}>
      <header className="sheet-head">
        <a className="icon-button" href={back} aria-label={t(close ? "common:close" : "common:back")}>
          <Icon name={close ? "close" : "back"} />
        </a>
        <div className="sheet-title">
          <h1>{title}</h1>
          {!statesBalance && !aside && <KnownBalance of="wallet" />}
        </div>
        {aside}
        <UnreadMessages />
        {!bare && <LanguageMenu form={form} compact />}
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

/** The footer of a sheet with its main button; see `sheet.css` for when it stays in view. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <footer className="sheet-foot">{children}</footer>;
