/** What stands for a dot, a slash, an end or nothing in some program, and so may hide where a path leads. */
const ODD = [
  ".",
  "..",
  "%2e",
  "%2E%2e",
  ".%2e",
  "%252e%252e",
  "%c0%ae%c0%ae",
  "%e0%80%ae",
  "\xc0\xae",
  "%ef%bc%8e",
  "%u002e",
  "\\",
  "%5c",
  "%5C..%5C",
  "%2f",
  "%252f",
  "%c0%af",
  "\xc0\xaf",
  "%ef%bc%8f",
  ";",
  ";a=b",
  "%3b",
  "%00",
  "%00.css",
  "%09",
  "%0a",
  "%0d%0aX:%20y",
  "%20",
  "%7f",
  "%ff",
  "%",
  "%zz",
  "#x",
  "~",
  "*",
  "@evil.example",
];

const hex = (text: string) => `%${text.charCodeAt(0).toString(16)}`;

/** Other spellings of a whole path. None is one of our addresses. */
const REWRITTEN: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/user/..${path}`,
  (path) => `/assets/..${path}`,
  (path) => `/login/..${path}`,
  (path) => `/login/%2e%2e${path}`,
  (path) => `/login/..;${path}`,
  (path) => `/login%2f..%2f${path.slice(1)}`,
  (path) => `/login\\..${path.replaceAll("/", "\\")}`,
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "/./"),
  (path) => `/${path.slice(1).replaceAll("/", "%2f")}%2f`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, hex),
  (path) => path.replace(/[a-z](?=[^a-z]*$)/, hex),
  (path) => path.replace(/[a-z]/g, hex),
  (path) => path.replace(/[a-z]/, (letter) => `%25${hex(letter).slice(1)}`),
  (path) => `${path}.`,
  (path) => `${path}..`,
  (path) => `${path}.data`,
  (path) => `${path}.json`,
  (path) => `${path}/index.html`,
  (path) => `${path}/x.css`,
  (path) => `${path}\t`,
  (path) => `http://localhost${path}`,
  (path) => `http://evil.example${path}`,
  (path) => `//evil.example${path}`,
  (path) => path.slice(1),
];

/** Where it may stand. */
const PLACES: ((path: string, odd: string) => string)[] = [
  (path, odd) => `/${odd}${path}`,
  (path, odd) => path.replace(/^\/[^/]*/, (first) => `${first}/${odd}`),
  (path, odd) => path.replace(/^\/[^/]*/, (first) => first + odd),
  (path, odd) => path + odd,
];

/** Request targets that some program between the browser and a page may read as `path`. */
export function oddSpellings(path: string): string[] {
  const placed = ODD.flatMap((odd) => PLACES.map((place) => place(path, odd)));
  return [...REWRITTEN.map((rewrite) => rewrite(path)), ...placed].filter((target) => target !== path);
}
