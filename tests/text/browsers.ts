import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Terminal } from "./terminal";

/** A text browser, controlled by its keys. Labels are texts on the screen. */
export interface TextBrowser {
  terminal: Terminal;
  open(url: string): Promise<void>;
  /** Types into the field after this label. */
  fill(label: string, text: string): Promise<void>;
  /** Takes the option after the one that stands in the list after this label. */
  chooseNext(label: string): Promise<void>;
  /** Marks the box before this label. */
  check(label: string): Promise<void>;
  /** Presses the button or follows the link with exactly this text. */
  press(label: string): Promise<void>;
  see(text: string): Promise<unknown>;
  /** Sees a text on a page that was shown before, which some browsers do not ask for again by themselves. */
  seeAnew(text: string): Promise<unknown>;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const LYNX = "CHARACTER_SET:utf-8\nDEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED\nFORCE_SSL_PROMPT:yes\n";

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
    await terminal.until("the page", (screen) => !screen.includes("number: "));
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
      const field = new RegExp(`${escaped(label)}[^]*?\\[(\\d+)\\][^[\\n]*_`);
      await goTo(await terminal.until(label, (screen) => field.exec(screen)?.[1]));
      await terminal.see("Press <return> to activate");
      await terminal.press("Enter");
      await terminal.until("a field to type into", (screen) => !screen.includes("Press <return> to activate"));
      await terminal.type(text);
      await terminal.press("Enter");
    },
    async chooseNext(label) {
      const list = new RegExp(`${escaped(label)}[^]*?\\[(\\d+)\\]\\[`);
      await goTo(await terminal.until(label, (screen) => list.exec(screen)?.[1]));
      await terminal.see("Option list");
      await terminal.press("Enter");
      await terminal.until("the options", (screen) => !screen.includes("Option list"));
      await terminal.press("Down");
      await terminal.press("Enter");
      await terminal.see("Option list");
    },
    async check(label) {
      const box = new RegExp(`\\[(\\d+)\\]\\[ \\] ${escaped(label)}`);
      await goTo(await terminal.until(label, (screen) => box.exec(screen)?.[1]));
      await terminal.see("Checkbox Field");
      await terminal.press("Enter");
      await terminal.see(`[X] ${label}`);
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
    seeAnew: (text) => terminal.see(text),
  };
}

/** w3m, in which searching moves the cursor forward. */
async function startW3m(url: string, ca: string): Promise<TextBrowser> {
  const terminal = await Terminal.start(
    () => `w3m -no-graph -o use_cookie=1 -o accept_cookie=1 -o ssl_ca_file=${ca} ${url}`,
  );
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
    async chooseNext(label) {
      await find(label);
      const before = await terminal.screen();
      await terminal.press("Tab", "Enter");
      await terminal.until("the options", (screen) => screen !== before);
      await terminal.press("Down", "Enter");
    },
    async check(label) {
      await find(label);
      await terminal.press("C-u", "Enter");
      await terminal.see(`[*]${label}`);
    },
    async press(label) {
      await find(label);
      await terminal.press("Enter");
    },
    see: (text) => terminal.see(text),
    seeAnew: (text) => terminal.see(text),
  };
}

/** A page that is still being loaded is not to be interrupted. */
const RELOAD_LOOKS = 20;

const FIELD = /^(Text field|Password field|Text area)/;

/** The last line says what is selected. */
const selected = (screen: string) => screen.trimEnd().split("\n").at(-1)!.trim();

interface Keys {
  command: (home: string) => string;
  /** What it shows once it has started. */
  started: string;
  /** Pressed first. */
  greeted?: string;
  /** Whether a number only goes to a field, and Enter enters it. */
  entersFields: boolean;
}

/** ELinks and Links, which number what can be selected and ask for a number when a digit is pressed. */
async function startNumbered({ command, started, greeted, entersFields }: Keys): Promise<TextBrowser> {
  const terminal = await Terminal.start(command);
  await terminal.see(started);
  if (greeted) await terminal.press(greeted);
  /** In a field, digits would be typed into it. */
  const leaveField = async () => {
    while (FIELD.test(selected(await terminal.screen()))) {
      const before = selected(await terminal.screen());
      await terminal.press("Down");
      await terminal.until("another line", (screen) => selected(screen) !== before);
    }
  };
  const select = async (number: string) => {
    await leaveField();
    await terminal.type(number);
    await terminal.see("Enter link number");
    await terminal.press("Enter");
    await terminal.until("the page", (screen) => !screen.includes("Enter link number"));
  };
  return {
    terminal,
    async open(url) {
      await leaveField();
      await terminal.type("g");
      await terminal.until("a question for the URL", (screen) => /Enter URL|Go to URL/.test(screen));
      await terminal.press("C-u");
      await terminal.type(url);
      await terminal.press("Enter");
    },
    async fill(label, text) {
      const field = new RegExp(`${escaped(label)}[^]*?\\[(\\d+)\\][^[\\n]*_`);
      await select(await terminal.until(label, (screen) => field.exec(screen)?.[1]));
      await terminal.until(`the field ${label}`, (screen) => FIELD.test(selected(screen)));
      if (entersFields) await terminal.press("Enter");
      await terminal.type(text);
      await terminal.press("Down");
    },
    async chooseNext(label) {
      // ELinks shows the number before the frame of a list, Links inside it.
      const list = new RegExp(`${escaped(label)}[^]*?\\[(\\d+\\]\\[|\\[\\d+)`);
      const number = await terminal.until(label, (screen) => list.exec(screen)?.[1]);
      await select(number.replace(/\D/g, ""));
      if (entersFields) await terminal.press("Enter");
      const hasFrame = (screen: string) => /\+-{3}|─{3}/.test(screen);
      await terminal.until("the options", hasFrame);
      await terminal.press("Down", "Enter");
      await terminal.until("the page", (screen) => !hasFrame(screen));
    },
    async check(label) {
      const box = new RegExp(`\\[(\\d+)\\]\\[ \\] *${escaped(label)}`);
      await select(await terminal.until(label, (screen) => box.exec(screen)?.[1]));
      if (entersFields) await terminal.press("Enter");
      await terminal.until(`${label} marked`, (screen) => !box.test(screen));
    },
    async press(label) {
      const link = new RegExp(`\\[(\\d+)\\]${escaped(label)}`);
      await select(await terminal.until(label, (screen) => link.exec(screen)?.[1]));
      await terminal.press("Enter");
    },
    see: (text) => terminal.see(text),
    seeAnew(text) {
      let looks = 0;
      return terminal.until(text, async (screen) => {
        if (screen.includes(text)) return true;
        looks += 1;
        if (looks % RELOAD_LOOKS === 0) await terminal.press("C-r");
        return false;
      });
    },
  };
}

const ELINKS = [
  "connection.ssl.cert_verify = 0",
  "document.browse.forms.confirm_submit = 0",
  "document.browse.links.numbering = 1",
  "document.browse.links.number_keys_select_link = 2",
  "terminal.screen.utf_8_io = 1",
  "config.saving_style = 3",
  'ui.language = "English"',
  "ui.success_msgbox = 0",
];

const startElinks = (url: string) =>
  startNumbered({
    command: (home) => {
      writeFileSync(join(home, "elinks.conf"), ELINKS.map((line) => `set ${line}\n`).join(""));
      return `ELINKS_CONFDIR=${home} elinks ${url}`;
    },
    started: "[1]",
    entersFields: true,
  });

const startLinks = (url: string) =>
  startNumbered({
    command: () => `links2 -ssl.certificates 0 -html-numbered-links 1 ${url}`,
    started: "Welcome to links",
    greeted: "Enter",
    entersFields: false,
  });

export const TEXT_BROWSERS = { lynx: startLynx, w3m: startW3m, elinks: startElinks, links2: startLinks };
