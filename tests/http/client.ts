import request, { type Response, type Test } from "supertest";
import { ORIGIN, type TestApp } from "./app";

/** Headers that a current browser sends with a form of our own page. */
export const FROM_OWN_PAGE = {
  Origin: ORIGIN,
  "Sec-Fetch-Site": "same-origin",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
};

/** A simple browser that stores cookies and sends forms. */
export interface Browser {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Opens the login page and sends its form. */
  signIn(options?: { remember?: boolean; next?: string; bearer?: string; id?: string }): Promise<Response>;
  /** Opens a page and returns its form token. */
  token(path?: string): Promise<string>;
}

export function browser(app: TestApp): Browser {
  const cookies = new Map<string, string>();
  const send = async (test: Test, headers: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await test.set({ ...(cookie ? { Cookie: cookie } : {}), ...headers });
    for (const line of setCookies(answer)) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  const self: Browser = {
    cookies,
    get: (path, headers = {}) => send(request(app.server).get(path), headers),
    post: (path, fields, headers = FROM_OWN_PAGE) =>
      send(request(app.server).post(path).type("form").send(fields), headers),
    async signIn({ remember, next = "/user/home", bearer = "token-1", id = "member-1" } = {}) {
      const _t = await self.token("/login");
      const fields = {
        _t,
        username: "0812345678",
        password: "right",
        bearer,
        member: id,
        ...(remember ? { remember: "1" } : {}),
      };
      return self.post(`/login?nextUrl=${encodeURIComponent(next)}`, fields);
    },
    token: async (path = "/login") => (await self.get(path)).body.token as string,
  };
  return self;
}

export const setCookies = (answer: Response): string[] =>
  (answer.headers["set-cookie"] as unknown as string[] | undefined) ?? [];
