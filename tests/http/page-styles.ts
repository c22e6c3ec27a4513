import type { Page } from "@playwright/test";

/** The selector without conditions that can change, such as `:active`, `:checked`, `:not(...)` and `::before`. */
export const inAnyState = (selector: string) =>
  selector
    .replace(/::?(?!is\b|has\b)[\w-]+(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g, "")
    .replace(/\s*([>+~])\s*/g, "$1")
    .replace(/(^|[\s>+~])(?=$|[\s>+~)])|\((?=\))/g, "$&*");

/** Which of these selectors match an element of the page, in any state. */
export async function answered(page: Page, selectors: string[]): Promise<string[]> {
  const asked = selectors.map((selector) => ({ selector, relaxed: inAnyState(selector) }));
  const found = await page.evaluate(
    (all) => all.filter(({ relaxed }) => document.querySelector(relaxed)).map(({ selector }) => selector),
    asked,
  );
  return found;
}

/**
 * Rules of the whole stylesheet that match an element in any state but are missing in the styles of the page's head.
 */
export async function missingRules(page: Page, whole: string): Promise<string[]> {
  const leftOut = await page.evaluate((whole) => {
    const style = document.querySelector<HTMLStyleElement>("head style")!;
    const rulesOf = (css: string) => {
      style.textContent = css;
      const found = new Map<string, string>();
      const collect = (rules: CSSRuleList, condition: string) => {
        for (const rule of rules) {
          if (rule instanceof CSSStyleRule)
            for (const selector of rule.selectorText.split(/,(?![^(]*\))/))
              found.set(`${condition} ${selector.trim()}`, selector.trim());
          else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, rule.cssText.split("{")[0]!);
        }
      };
      collect(style.sheet!.cssRules, "");
      return found;
    };
    const own = rulesOf(style.textContent!);
    return [...rulesOf(whole)].filter(([rule]) => !own.has(rule));
  }, whole);
  const found = new Set(
    await answered(
      page,
      leftOut.map(([, selector]) => selector),
    ),
  );
  return leftOut.filter(([, selector]) => found.has(selector)).map(([rule]) => rule);
}
