import type { Product } from "./product";
import { Visitor } from "./visitor";

export interface Credentials {
  username: string;
  password: string;
}

/** The demo member with a month of history, from the product's output at its start. */
export function demoMember(product: Product): Credentials {
  const [, username, password] = /demo member: (\S+) \/ (\S+)/.exec(product.output()) ?? [];
  if (!username || !password) throw new Error(`No demo member was printed:\n${product.output()}`);
  return { username, password };
}

/** Signs in by the login form, in this language. */
export async function signedIn(product: Product, member: Credentials, locale?: string): Promise<Visitor> {
  const visitor = new Visitor(product.url);
  const home = await visitor.submit(await visitor.get("/login"), { ...member });
  if (home.status !== 200 || !home.path.startsWith("/user")) {
    throw new Error(`Sign-in ended at ${home.path} with ${home.status}:\n${product.output()}`);
  }
  if (locale) await chooseLanguage(visitor, "/user/home", locale);
  return visitor;
}

/** Changes the language by the menu on the page at `path`. */
export async function chooseLanguage(visitor: Visitor, path: string, locale: string) {
  const page = await visitor.get(path);
  const token = /<input[^>]*\bname="_t"[^>]*\bvalue="([^"]*)"/.exec(page.text)?.[1];
  if (!token) throw new Error(`${path} (${page.status}) carries no token for forms`);
  const after = await visitor.post(`/language?returnTo=${encodeURIComponent(path)}`, { _t: token, locale });
  if (after.status !== 200) throw new Error(`The language switch ended at ${after.path} with ${after.status}`);
}
