import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** High enough for all pages, because only the visible part can be searched. */
const SIZE = ["-x", "110", "-y", "160"];
/** For pages beside other tests on a slow machine. */
const PATIENCE_MS = 45_000;
const LOOK_MS = 50;

let terminals = 0;

/** A program in a tmux terminal without a window. */
export class Terminal {
  private constructor(
    private readonly socket: string,
    private readonly home: string,
  ) {}

  /** Starts a program. `command` gets its temporary home folder, which `close` deletes. */
  static async start(command: (home: string) => string): Promise<Terminal> {
    const home = mkdtempSync(join(tmpdir(), "wallet-text-"));
    const terminal = new Terminal(`wallet-${process.pid}-${(terminals += 1)}`, home);
    const environment = `env HOME=${home} TERM=screen LC_ALL=C.UTF-8`;
    await terminal.tmux("new-session", "-d", ...SIZE, `${environment} ${command(home)}`);
    return terminal;
  }

  async screen(): Promise<string> {
    return this.tmux("capture-pane", "-p");
  }

  /** Key names of tmux: `Enter`, `Tab`, `C-u`. */
  async press(...keys: string[]): Promise<void> {
    await this.tmux("send-keys", ...keys);
  }

  async type(text: string): Promise<void> {
    await this.tmux("send-keys", "-l", text);
  }

  /** Waits until the cursor is in the page again, not in a prompt below it. */
  async leaveLastLine(): Promise<void> {
    const below = async () =>
      (await this.tmux("display-message", "-p", "#{e|-:#{pane_height},#{cursor_y}}")).trim() === "1";
    for (const end = performance.now() + PATIENCE_MS; await below(); await sleep(LOOK_MS)) {
      if (performance.now() > end) throw new Error(`The question is still there:\n${await this.screen()}`);
    }
  }

  /** Waits until `look` finds something on the screen, and returns it. @throws Error with the screen on a timeout */
  async until<T>(
    what: string,
    look: (screen: string) => Promise<T | false> | T | null | undefined | false,
  ): Promise<T> {
    for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
      const screen = await this.screen();
      const found = await look(screen);
      if (found) return found;
      if (performance.now() > end)
        throw new Error(`There is no ${what} on the screen:\n${screen.replace(/\n{2,}/g, "\n")}`);
    }
  }

  see(text: string): Promise<true> {
    return this.until(text, (screen) => screen.includes(text) && (true as const));
  }

  async close(): Promise<void> {
    await this.tmux("kill-server").catch(() => undefined);
    // Some browsers write their history while they end.
    for (let tries = 20; existsSync(this.home); tries -= 1) {
      try {
        rmSync(this.home, { recursive: true, force: true });
      } catch (error) {
        if (tries === 0) throw error;
        await sleep(LOOK_MS);
      }
    }
  }

  private async tmux(...words: string[]): Promise<string> {
    const environment = { ...process.env, LC_ALL: "C.UTF-8" };
    return (await run("tmux", ["-L", this.socket, "-f", "/dev/null", ...words], { env: environment })).stdout;
  }
}
