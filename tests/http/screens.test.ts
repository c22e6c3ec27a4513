/** What members see of every page, in three languages, without scripts: measured in a browser, on small windows. */
import { chromium, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compounds } from "../../locales/compounds";
import { providers } from "../../server/sandbox/providers";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { signedIn } from "../support/demo";
import { tags } from "../support/html";
import { lookOf, oddStates } from "../support/odd-states";
import { builtPages } from "../support/pages";
import { receipts } from "../support/receipts";
import { startProduct, type Product } from "../support/product";
import type { Answer } from "../support/visitor";
import { walk } from "../support/walk";

const LANGUAGES = ["th", "la", "en"] as const;

/** A phone below a browser's address bar, and without it. */
const UNDER_A_KEYBOARD = { width: 360, height: 300 };
const SMALL = { width: 360, height: 612 };
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 320, height: 740 };
/** Smallest target, in CSS pixels. */
const TARGET = 48;

/** By language and look; receipts of transfers and withdrawals by language and what happened. */
const pages = new Map<string, Answer>();
let products: Product[];
let browser: Browser;

beforeAll(async () => {
  // Soon known, so that receipts of all outcomes are seen.
  const env = { QUIET_S: "2" };
  products = await Promise.all([startProduct({ env }), startProduct({ market: "la" })]);
  const [product, lao] = products as [Product, Product];
  const remember = (language: string) => async (page: Answer) => {
    if (page.headers["content-type"]?.startsWith("text/html")) pages.set(`${language} ${lookOf(page.text)}`, page);
  };
  const patterns = await builtPages();
  for (const [index, language] of LANGUAGES.entries())
    await walk(product, { patterns, language, phone: `081555001${index}` }, remember(language));
  await oddStates(product, remember("th"));
  await receipts(product, LANGUAGES, (name, language, page) => pages.set(`${language} ${name}`, page));
  // The longest amounts are those in kip.
  const { username, password } = await lao.desk.createMember({ wallet: 999_999_999_00, games: { PG: 888_888_888_00 } });
  await lao.desk.friendPlays(username, 9_999_999_999_00);
  const member = await signedIn(lao, { username, password });
  const names = ["home", "transfer", "transfer/all", "withdraw", "deposit", "invite"];
  for (const name of names) await remember("kip")(await member.get(`/user/${name}`));
  await remember("kip")(await member.get("/user/transfer?from=PG&to=wallet&amount=123456789.50"));
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await Promise.all((products ?? []).map((product) => product.stop()));
});

type Look = Parameters<Browser["newPage"]>[0];

/** What `look` finds on each page whose HTML has `part`, by page. */
async function found<T>(window: Look, part: string, look: (page: Page, answer: Answer) => Promise<T[]>) {
  const page = await browser.newPage(window);
  const all: Record<string, T[]> = {};
  let count = 0;
  for (const [key, answer] of pages) {
    const { path, text } = answer;
    if (!text.includes(part)) continue;
    count += 1;
    await page.setContent(text.replace(/<script\b[^]*?<\/script>|<link[^>]*>|<noscript>[^]*?<\/noscript>/g, ""));
    const faults = await look(page, answer);
    const name = path.startsWith("/user/receipt/") ? key : `${key.split(" ")[0]} ${path}`;
    if (faults.length > 0) all[name] = faults;
  }
  await page.close();
  expect(count, `pages with ${part}`).toBeGreaterThan(2);
  return all;
}

/** Texts that a foot covers while nobody has scrolled. */
const coveredTexts = (page: Page) =>
  page.evaluate(() => {
    const foot = document.querySelector(".sheet-foot")!;
    const { top, bottom } = foot.getBoundingClientRect();
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (foot.contains(node) || !node.textContent!.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (rects.some((rect) => rect.bottom > top + 1 && rect.top < Math.min(bottom, innerHeight) - 1))
        covered.push(node.textContent!);
    }
    return covered;
  });

/** Facts that lie below the window. The steps of an operation come after them. */
const factsBelow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelector(".facts")!.querySelectorAll(":scope > div")]
      .filter((fact) => fact.getBoundingClientRect().bottom > innerHeight)
      .map((fact) => `${fact.textContent} ${fact.getBoundingClientRect().bottom - innerHeight}`),
  );

/** Links and controls that are smaller than a target and no part of a sentence. */
const smallTargets = (page: Page) =>
  page.evaluate((least) => {
    const all = document.querySelectorAll<HTMLElement>("a[href], button, summary, select, label.check, label.upload");
    const isInSentence = (one: HTMLElement) =>
      getComputedStyle(one).display === "inline" && one.parentElement!.textContent!.trim() !== one.textContent!.trim();
    return [...all].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      const control = one.closest<HTMLElement>(".field-control")?.getBoundingClientRect();
      const isHidden = one.matches(".skip-link, .visually-hidden") || width === 0 || !one.checkVisibility();
      const tall = Math.max(height, control?.height ?? 0);
      if (isHidden || isInSentence(one) || (Math.round(tall) >= least && Math.round(width) >= least)) return [];
      return [`${Math.round(width)}x${Math.round(tall)} ${one.outerHTML.slice(0, 120)}`];
    });
  }, TARGET);

/**
 * Links and controls whose middle lies under the raised mark of the bottom bar while nobody has scrolled. A list goes on
 * under the bar: whoever reads it scrolls.
 */
const underTheMark = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".bottom-nav")!;
    const { top } = bar.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>("main a[href], main button, main summary")]
      .filter((one) => !one.closest(".list"))
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const [middle, centre] = [x + width / 2, y + height / 2];
        return one.checkVisibility() && centre < top - 1 && bar.contains(document.elementFromPoint(middle, centre));
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });

const doubleText = (page: Page) => page.addStyleTag({ content: "html{font-size:200%}" });

/** Fields that show only a part of the longest amount, code or account. */
const cutFields = (page: Page) =>
  page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>("[data-size=money] > input, .code-input")];
    const cut = inputs.filter((input) => {
      input.value = input.matches(".code-input") ? "123456" : "123456789.50";
      return input.scrollWidth > input.clientWidth;
    });
    const selects = [...document.querySelectorAll<HTMLSelectElement>("select")].filter((select) => {
      const { font, paddingLeft, paddingRight, paddingTop, paddingBottom, lineHeight } = getComputedStyle(select);
      const room = document.createElement("p");
      const width = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      room.style.cssText = `font:${font};line-height:${lineHeight};width:${width}px;overflow-wrap:normal`;
      document.body.append(room);
      const isCut = [...select.options].some((option) => {
        select.value = option.value;
        room.textContent = option.text;
        const height = select.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return room.scrollWidth > room.clientWidth || room.clientHeight > height + 1;
      });
      room.remove();
      return isCut;
    });
    return [...cut, ...selects].map((one) => one.outerHTML.slice(0, 100));
  });

/** Faults of the bottom bar: broken or covered labels, small targets, and a total under it. */
const barFaults = (page: Page) =>
  page.evaluate((least) => {
    const rectsOf = (node: Node, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()];
    };
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" });
    const items = [...document.querySelectorAll<HTMLElement>(".bottom-nav > a")];
    const home = items.find((one) => one.matches(".bottom-nav-home"));
    const box = home?.getBoundingClientRect();
    const mark = home && getComputedStyle(home, "::after");
    // A square turned by 45 degrees reaches half its diagonal from its middle, and its ring a bit further.
    const middle = box && mark ? box.top + parseFloat(mark.top) + parseFloat(mark.height) / 2 : 0;
    const reach = mark ? (parseFloat(mark.width) / 2) * Math.SQRT2 : 0;
    const ends = items.flatMap((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const { left, right, width, height } = one.getBoundingClientRect();
      const faults = width < least || height < least ? [`${width}x${height} ${one.textContent}`] : [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { segment, index } of words.segment(node.textContent!)) {
          const rects = rectsOf(node, index, index + segment.length);
          const isWhole = new Set(rects.map(({ top }) => top)).size === 1;
          if (!isWhole || rects.some((rect) => rect.left < left - 1 || rect.right > right + 1)) faults.push(segment);
          // The corner of the mark is round: it ends some pixels before.
          if (one === home && rects.some(({ top }) => top + 2 < middle + reach * 0.85))
            faults.push(`under: ${segment}`);
        }
      return faults;
    });
    // A notice moves it down.
    const isFirst = !document.querySelector(".alert, .flash");
    const total = isFirst && document.querySelector(".balance [data-size=display]")?.getBoundingClientRect();
    return total && home && total.bottom > middle - reach ? [...ends, "the total is covered"] : ends;
  }, TARGET);

/** Words of our list that end one line and begin the next. */
const brokenWords = (page: Page) =>
  page.evaluate((pattern) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.textContent!.matchAll(new RegExp(pattern, "g"))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (rects.some(({ top }) => top > rects[0]!.top + 8)) broken.push(`${word} in ${node.textContent}`);
      }
    return broken;
  }, Object.values(compounds).flat().join("|"));

/** The names on the pages, as one word that is as long as a form takes. */
const longNames = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.textContent = node.textContent!.replace(/สมชาย ใจดี|[A-Z]+ MEMBER|Walking Member/g, "W".repeat(60));
  });

/** What is wider than the window, with text twice as large. */
const tooWide = async (page: Page) => {
  await doubleText(page);
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>("body *")].filter((one) => one.checkVisibility());
    const scrolls = (one: HTMLElement) =>
      one.closest(".carousel, .banners, .tabs, .card:has(> .data-table), .visually-hidden");
    const wide = all.filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return (right > innerWidth + 1 || left < -1) && !scrolls(one) && getComputedStyle(one).position !== "absolute";
    });
    const isClipped = (one: HTMLElement) => one.matches(".money, h1, h2") && one.scrollWidth > one.clientWidth + 1;
    const clipped = all.filter((one) => getComputedStyle(one).display !== "inline" && isClipped(one) && !scrolls(one));
    return [...wide, ...clipped].slice(0, 5).map((one) => one.outerHTML.slice(0, 160));
  });
};

/** Titles of sheets with a word that is longer than their line, with text twice as large. */
const brokenTitles = async (page: Page) => {
  await doubleText(page);
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".sheet-title > h1")]
      .filter((title) => {
        title.style.overflowWrap = "normal";
        return title.scrollWidth > title.clientWidth;
      })
      .map(({ textContent }) => textContent),
  );
};

/** Amounts that a card or a table cuts off. A row of cards is there to be moved. */
const cutAmounts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main .money")]
      .filter((amount) => {
        const { left, right } = amount.getBoundingClientRect();
        for (let box = amount.parentElement!; !box.matches("main, .carousel"); box = box.parentElement!) {
          const edge = box.getBoundingClientRect();
          const isOut = right > edge.right + 1 || left < edge.left - 1;
          if (isOut && getComputedStyle(box).overflowX !== "visible") return true;
        }
        return false;
      })
      .map((amount) => amount.textContent),
  );

/** Elements whose drawn parts are placed on the page instead of on them. */
const looseParts = (page: Page) =>
  page.evaluate(() => {
    const isStatic = (one: Element) => getComputedStyle(one).position === "static";
    const isLoose = (one: Element, part: string) => {
      const { content, position } = getComputedStyle(one, part);
      if (content === "none" || position !== "absolute") return false;
      for (let box: Element | null = one; box; box = box.parentElement) if (!isStatic(box)) return false;
      return true;
    };
    return [...document.querySelectorAll("body *")]
      .filter((one) => isLoose(one, "::before") || isLoose(one, "::after"))
      .map((one) => one.outerHTML.slice(0, 80));
  });

/** Words that a page prints if a value is missing. */
const MISSING = /\b(?:null|undefined|NaN|Invalid Date)\b|\[object |\{\{/;

test("no page prints that a value is missing", async () => {
  const printed = await found({ viewport: SMALL }, "<main", async (page) => {
    const text = await page.evaluate(() => document.body.innerText);
    return text.split("\n").filter((line) => MISSING.test(line));
  });
  expect(printed).toEqual({});
});

test("no page shows a game's code for its name", async () => {
  const codes = providers.filter(({ code, name }) => !name.includes(code)).map(({ code }) => code);
  const shown = await found({ viewport: SMALL }, "<main", async (page) => {
    const text = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent!);
      return texts.join(" ");
    });
    return text.match(new RegExp(`\\b(?:${codes.join("|")})\\b`, "g")) ?? [];
  });
  expect(shown).toEqual({});
});

describe("a small window", () => {
  test.each([UNDER_A_KEYBOARD, PHONE])(
    "what is drawn at a bar stays there at $width x $height",
    { timeout: 120_000 },
    async (viewport) => expect(await found({ viewport }, "<main", looseParts)).toEqual({}),
  );

  test("no head stays over the page under a keyboard or with large text", { timeout: 120_000 }, async () => {
    const staying = (page: Page) =>
      page.evaluate(() => {
        // Past what the operator or an open operation says above the head.
        scrollTo(0, 250);
        const heads = [...document.querySelectorAll(".topbar, .sheet-head:not(dialog > *)")];
        return heads.filter((one) => scrollY === 250 && one.getBoundingClientRect().bottom > 0).map(String);
      });
    expect(await found({ viewport: UNDER_A_KEYBOARD }, "<main", staying)).toEqual({});
  });

  test("no text lies under a foot", { timeout: 120_000 }, async () =>
    expect(await found({ viewport: SMALL }, 'class="sheet-foot"', coveredTexts)).toEqual({}),
  );

  test(
    "no text lies under a foot on a phone either, if the form says something first",
    { timeout: 120_000 },
    async () => {
      const covered = await found({ viewport: PHONE }, 'class="sheet-foot"', async (page) =>
        (await page.$("form .alert")) ? coveredTexts(page) : [],
      );
      expect(covered).toEqual({});
    },
  );

  test.each([SMALL, PHONE])(
    "the mark of the bottom bar covers nothing that is tapped at $width x $height",
    { timeout: 120_000 },
    async (viewport) => expect(await found({ viewport }, "bottom-nav-home", underTheMark)).toEqual({}),
  );

  test("a receipt shows all its facts", { timeout: 120_000 }, async () => {
    let visited = 0;
    const all = await found({ viewport: SMALL }, 'data-size="hero"', async (page, { path }) => {
      if (!path.startsWith("/user/receipt/")) return [];
      visited += 1;
      return factsBelow(page);
    });
    expect(all).toEqual({});
    expect(visited).toBeGreaterThan(50);
  });

  test("the statement begins within 170 pixels, and home shows three games", async () => {
    const first = await found({ viewport: SMALL }, 'class="list"', (page) =>
      page.evaluate(() => {
        const list = document.querySelector(".statement .list");
        return list && !document.querySelector(".statement > .card, .statement > .section-head")
          ? [list.getBoundingClientRect().top].filter((top) => top > 170)
          : [];
      }),
    );
    expect(first).toEqual({});
    const hidden = await found({ viewport: PHONE }, 'class="carousel"', (page) =>
      page.evaluate(() =>
        [...document.querySelectorAll(".carousel")]
          .filter(({ children }) => children.length > 2 && children[2]!.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      ),
    );
    expect(hidden).toEqual({});
  });

  test("a sheet that fits does not scroll", { timeout: 120_000 }, async () => {
    const scrolling = await found({ viewport: { width: 360, height: 12_000 } }, 'class="sheet"', (page) =>
      page.evaluate(() => [document.documentElement.scrollHeight - innerHeight].filter((more) => more > 0)),
    );
    expect(scrolling).toEqual({});
  });
});

test("links and controls are large enough to tap", { timeout: 120_000 }, async () =>
  expect(await found({ viewport: PHONE }, "<main", smallTargets)).toEqual({}),
);

test.each([PHONE, NARROW])(
  "with text twice as large, no page is wider than a window of $width px",
  { timeout: 120_000 },
  async (viewport) => expect(await found({ viewport }, "<main", tooWide)).toEqual({}),
);

test("with text twice as large, titles of sheets break between words", { timeout: 120_000 }, async () =>
  expect(await found({ viewport: NARROW }, 'class="sheet-title"', brokenTitles)).toEqual({}),
);

test("a name of one long word makes no page wider than the window", { timeout: 120_000 }, async () => {
  const wide = await found({ viewport: PHONE }, "<main", async (page) => {
    await longNames(page);
    return tooWide(page);
  });
  expect(wide).toEqual({});
});

test.each([PHONE, NARROW])("words of Thai and Lao stay whole at $width px", { timeout: 120_000 }, async (viewport) =>
  expect(await found({ viewport }, "<main", brokenWords)).toEqual({}),
);

describe.each([PHONE, NARROW])("at $width px", (viewport) => {
  test.each([
    ["normal", async () => undefined],
    ["twice as large", doubleText],
  ] as const)(
    "with text that is %s, fields, the bottom bar and amounts show all they say",
    { timeout: 120_000 },
    async (_, size) => {
      const looking = (look: (page: Page) => Promise<string[]>) => async (page: Page) => {
        await size(page);
        return look(page);
      };
      expect(await found({ viewport }, 'class="field-control"', looking(cutFields))).toEqual({});
      expect(await found({ viewport }, 'class="bottom-nav"', looking(barFaults))).toEqual({});
      expect(await found({ viewport }, 'class="money"', looking(cutAmounts))).toEqual({});
    },
  );
});

test("on a wide window, the rail lies below the bar", { timeout: 120_000 }, async () => {
  const covered = await found({ viewport: { width: 1024, height: 768 } }, 'class="bottom-nav"', (page) =>
    page.evaluate(() => {
      const [bar, rail] = [".topbar", ".bottom-nav"].map((name) =>
        document.querySelector(name)!.getBoundingClientRect(),
      );
      return [bar!.bottom - rail!.top].filter((over) => over > 0);
    }),
  );
  expect(covered).toEqual({});
});

test(
  "with forced colours, feet are opaque, icons show, and what only a colour showed has a border",
  { timeout: 120_000 },
  async () => {
    const faults = await found({ viewport: PHONE, forcedColors: "active" }, "<main", (page) =>
      page.evaluate(() => {
        const styled = (selector: string) =>
          [...document.querySelectorAll(selector)].map((one) => ({ one, style: getComputedStyle(one) }));
        const seeThrough = styled(".sheet-foot").filter(
          ({ style }) => style.position === "sticky" && (style.backgroundImage !== "none" || style.opacity !== "1"),
        );
        const flat = styled(".card, .quick-mark, .mark, .game-card, .button, .badge, .flash, .alert").filter(
          ({ style }) => style.borderTopWidth === "0px",
        );
        const faded = styled(".icon").filter(
          ({ one, style }) => style.stroke !== "none" && style.color !== getComputedStyle(one.parentElement!).color,
        );
        return [...seeThrough, ...flat, ...faded].slice(0, 5).map(({ one }) => one.outerHTML.slice(0, 100));
      }),
    );
    expect(faults).toEqual({});
  },
);

test("search engines may open guest pages and read what they are, and list no others", async () => {
  const robots = await (await fetch(`${products[0]!.url}/robots.txt`)).text();
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path!);
  const shown = [...pages.values()].filter(({ status }) => status === 200);
  const rules = shown.map(({ path, text }) => {
    const { content } = tags(text, "meta").find(({ name }) => name === "robots") ?? {};
    const description = tags(text, "meta").find(({ name }) => name === "description")?.content;
    const isListed = content !== "noindex" && !closed.some((start) => path.startsWith(start)) && Boolean(description);
    const isHidden = content === "noindex" && !description;
    return { path, isListed, isHidden };
  });
  const isGuest = ({ path }: { path: string }) => /^\/((login|register|contact|howto)\b|chat(\?|$))/.test(path);
  expect(rules.filter((page) => isGuest(page) && !page.isListed)).toEqual([]);
  expect(rules.filter((page) => !isGuest(page) && !page.isHidden)).toEqual([]);
  expect(new Set(rules.filter(isGuest).map(({ path }) => path.split("?")[0])).size).toBe(10);
});
