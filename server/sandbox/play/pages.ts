import { documentOf, html, type Markup } from "../desk/html";
import { money } from "../desk/page-parts";
import type { Provider } from "../providers";

const document = (title: string, ...body: (Markup | null)[]): string =>
  documentOf(title, html`<main class="page">${body}</main>`).text;

const wayBack = (back: string | null) => (back === null ? null : html`<p><a href="${back}">Back to the wallet</a></p>`);

/** The provider lets nobody in, or not with this. */
export const refusedPage = ({ name }: Provider, why: string, back: string | null) =>
  document(`${name}: no entry`, html`<h1>${name}</h1>`, html`<p role="alert">${why}</p>`, wayBack(back));

/** A page where the player types the credentials. */
export const signInPage = ({ name, code }: Provider, app: string | null, back: string | null) =>
  document(
    name,
    html`<h1>${name}</h1>`,
    app === null ? null : html`<p>The app for ${app} would be here.</p>`,
    html`<form class="stack" method="post" action="/play/${code}/login">
      <label class="field">Username <input name="Username" autocomplete="off" /></label>
      <label class="field">Password <input name="Password" type="password" autocomplete="off" /></label>
      <button class="button">Sign in</button>
    </form>`,
    wayBack(back),
  );

interface Table {
  provider: Provider;
  /** Of the player at the provider. */
  username: string;
  /** Minor units. */
  balance: number;
  /** Path of the table. */
  path: string;
  back: string | null;
}

const STAKES = [10_00, 50_00, 100_00];

/** The game: its rounds end as the player wishes. */
export const tablePage = ({ provider, username, balance, path, back }: Table) =>
  document(
    provider.name,
    html`<h1>${provider.name}</h1>`,
    html`<p role="status">Signed in as <b>${username}</b>, with <b>${money(balance)}</b> to play.</p>`,
    html`<form class="cluster" method="post" action="${path}">
      ${STAKES.map((stake) => html`<button class="button" name="amount" value="${stake}">Win ${money(stake)}</button>`)}
      ${STAKES.map(
        (stake) =>
          html`<button class="button" data-variant="secondary" name="amount" value="${-stake}">
            Lose ${money(stake)}
          </button>`,
      )}
    </form>`,
    html`<p class="meta">The wallet shows the new balance after its next refresh.</p>`,
    wayBack(back),
  );
