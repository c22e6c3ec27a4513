import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Terminal } from "./terminal";

/** A text browser, controlled by its keys. Labels are texts on the screen. */
export interface TextBrowser {
  terminal: Terminal;
  open(url: string): Promise<void>;
  /** Types into the field after this label. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the button or follows the link with exactly this text. */
  press(label: string): Promise<void>;
  see(text: string): Promise<unknown>;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const LYNX = "CHARACTER_SET:utf-8\nDEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED\n";

/** lynx, which shows a number for every link and field. */
async function startLynx(url: string): Promise<TextBrowser> {
  const terminal = await Terminal.start((home) => {
    const settings = join(home, "lynx.cfg");
    writeFileSync(settings, LYNX);
    return `lynx -cfg=${settings} -nopause -accept_all_cookies -tna ${url}`;
  });
  // It drops keys that arrive before the last one was processed.
  const goTo = async (number: string) => {
    await terminal.type(number);
    await terminal.see(`number: ${number}`);
    await terminal.press("Enter");
  };
  await terminal.see("H)elp");
  return {
    terminal,
    async open(url) {
      await terminal.type("g");
      await terminal.see("URL to open:");
      await terminal.type(url);
      await terminal.press("Enter");
    },
    async fill(label, text) {
      const field = new RegExp(`${escaped(label)}[^]*?\\[(\\d+)\\]_`);
      await goTo(await terminal.until(label, (screen) => field.exec(screen)?.[1]));
      await terminal.see("Press <return> to activate");
      await terminal.press("Enter");
      await terminal.until("a field to type into", (screen) => !screen.includes("Press <return> to activate"));
      await terminal.type(text);
      await terminal.press("Enter");
    },
    async press(label) {
      const [button, link] = [`\\(\\[(\\d+)\\]\\w+\\) ${escaped(label)}`, `\\[(\\d+)\\]${escaped(label)}`];
      const found = await terminal.until(label, (screen) => new RegExp(`${button}|${link}`).exec(screen));
      const [, ofButton, ofLink] = found;
      await goTo((ofButton ?? ofLink)!);
      // A link needs no confirmation.
      if (ofLink) return;
      await terminal.see("<return> to submit");
      await terminal.press("Enter");
    },
    see: (text) => terminal.see(text),
  };
}

/** w3m, in which searching moves the cursor forward. */
async function startW3m(url: string): Promise<TextBrowser> {
  const terminal = await Terminal.start(() => `w3m -no-graph -o use_cookie=1 -o accept_cookie=1 ${url}`);
  const find = async (text: string) => {
    await terminal.see(text);
    await terminal.type("/");
    await terminal.see("Forward:");
    await terminal.type(escaped(text));
    await terminal.press("Enter");
    await terminal.leaveLastLine();
  };
  await terminal.see("Viewing");
  return {
    terminal,
    async open(url) {
      await terminal.type("U");
      await terminal.see("Goto URL:");
      await terminal.press("C-u");
      await terminal.type(url);
      await terminal.press("Enter");
    },
    async fill(label, text) {
      await find(label);
      await terminal.press("Tab", "Enter");
      await terminal.until(`a question for ${label}`, (screen) => /(TEXT|Password|Filename).*:/i.test(screen));
      await terminal.press("C-u");
      await terminal.type(text);
      await terminal.press("Enter");
    },
    async press(label) {
      await find(label);
      await terminal.press("Enter");
    },
    see: (text) => terminal.see(text),
  };
}

export const TEXT_BROWSERS = { lynx: startLynx, w3m: startW3m };
