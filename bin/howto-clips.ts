/**
 * Films the sandbox's tutorial clips: `npm run howto-clips`. Runs the built product, photographs its pages in Thai, draws
 * what to tap on them, and makes silent MP4 files that old phones can play (H.264 baseline). Needs ffmpeg.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "@playwright/test";
import { format, resolveConfig } from "prettier";
import texts from "../locales/th/howto.json";
import { findChromium } from "../tests/support/browser";
import { demoMember, signedIn } from "../tests/support/demo";
import { startProduct, type Product } from "../tests/support/product";
import { CLIPS, type Scene } from "./howto-scenes";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "public/clips");
const table = join(root, "server/config/howto-clips.json");

/** CSS pixels; the pictures have one and a half as many. */
const WIDTH = 360;
const HEIGHT = 480;
const STRIP = 64;
const SCALE = 1.5;
const SCENE_SECONDS = 7;
const TENTHS = SCENE_SECONDS * 10;
/** Tenths of a second in which the pointer moves, and those in which the place to tap is marked. */
const MOVING = { from: 8, to: 20 };
const MARKED = { from: 22, to: TENTHS };

interface Point {
  x: number;
  y: number;
}
interface Shot {
  title: string;
  number: string;
  picture: string;
  place: Point & { width: number; height: number };
}

/** A photograph of a page, scrolled so that what to tap is in the middle. */
async function shoot(page: Page, url: string, { path, at }: Scene, title: string, number: string): Promise<Shot> {
  await page.goto(url + path);
  await page.addStyleTag({ content: ".sandbox-bar, .toasts { display: none }" });
  const target = page.locator(at).first();
  await target.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await target.boundingBox();
  if (!box) throw new Error(`Nothing to tap on ${path}: ${at}`);
  const picture = (await page.screenshot({ type: "png" })).toString("base64");
  return { title, number, picture, place: { ...box, y: box.y + STRIP } };
}

/** The stage on which a scene is played: the words above, the photograph below, the pointer over it. */
const stage = ({ title, number, picture, place }: Shot) => `<!doctype html><meta charset="utf-8"><style>
  * { margin: 0; box-sizing: border-box }
  body { width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: #0f3253; font: 700 18px/1.5 "Noto Sans Thai", sans-serif }
  h1 { display: flex; align-items: center; gap: 12px; height: ${STRIP}px; padding: 0 16px; color: #fff; font-size: 18px }
  h1 span { flex: none; width: 30px; height: 30px; border-radius: 9px; color: #13202b; background: #f2a62b; text-align: center }
  img { display: block; width: ${WIDTH}px; height: ${HEIGHT - STRIP}px }
  #ring { position: absolute; left: ${place.x - 5}px; top: ${place.y - 5}px; width: ${place.width + 10}px; height: ${place.height + 10}px; border: 4px solid #f2a62b; border-radius: 14px }
  #hand { position: absolute; width: 34px; height: 34px; margin: -17px; border: 3px solid #fff; border-radius: 50%; background: #f2a62bd9; box-shadow: 0 2px 8px #0008 }
</style><h1><span>${number}</span>${title}</h1><img src="data:image/png;base64,${picture}"><div id="ring"></div><div id="hand"></div>`;

const ease = (part: number) => 1 - (1 - part) ** 3;

/** Draws a scene as the pictures of its tenths of a second. Equal ones are drawn once. */
async function play(page: Page, shot: Shot, from: Point, files: (tenth: number) => string): Promise<Point> {
  await page.setContent(stage(shot));
  const { x, y, width, height } = shot.place;
  const to = { x: Math.min(x + width * 0.7, WIDTH - 24), y: Math.min(y + height * 0.6, HEIGHT - 24) };
  let last: { look: string; picture: Buffer } | undefined;
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    const part = ease(Math.min(1, Math.max(0, (tenth - MOVING.from) / (MOVING.to - MOVING.from))));
    const hand = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    const isMarked = tenth >= MARKED.from && (tenth > MARKED.from + 12 || tenth % 6 < 4);
    const look = JSON.stringify([hand, isMarked]);
    if (last?.look !== look) {
      await page.evaluate(
        ([{ x, y }, isMarked]) => {
          const [ring, hand] = ["ring", "hand"].map((id) => document.getElementById(id)!);
          ring!.style.visibility = isMarked ? "visible" : "hidden";
          Object.assign(hand!.style, { left: `${x}px`, top: `${y}px` });
        },
        [hand, isMarked] as const,
      );
      last = { look, picture: await page.screenshot({ type: "png" }) };
    }
    writeFileSync(files(tenth), last.picture);
  }
  return to;
}

const ffmpeg = (...words: string[]) => execFileSync("ffmpeg", ["-loglevel", "error", "-y", ...words]);

/** Makes the clip and its poster. @returns their bytes */
function film(frames: string, scenes: number): { video: Buffer; poster: Buffer } {
  const keyframes = Array.from({ length: scenes }, (_, index) => index * SCENE_SECONDS).join(",");
  const [video, poster] = [join(frames, "clip.mp4"), join(frames, "poster.jpg")];
  const h264 = ["-c:v", "libx264", "-profile:v", "baseline", "-level", "3.0", "-pix_fmt", "yuv420p", "-crf", "30"];
  const slow = ["-preset", "veryslow", "-tune", "stillimage", "-g", "600", "-force_key_frames", keyframes];
  const input = ["-framerate", "10", "-i", join(frames, "%05d.png")];
  ffmpeg(...input, ...h264, ...slow, "-an", "-map_metadata", "-1", "-movflags", "+faststart", video);
  const first = join(frames, `${String(TENTHS - 1).padStart(5, "0")}.png`);
  ffmpeg("-i", first, "-vf", `scale=${WIDTH}:${HEIGHT}`, "-pix_fmt", "yuvj420p", "-q:v", "10", poster);
  return { video: readFileSync(video), poster: readFileSync(poster) };
}

/** Stores a file under a name with its hash, because browsers keep it for a year. */
function publish(name: string, extension: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  writeFileSync(join(folder, `${name}-${hash}.${extension}`), bytes);
  return `/clips/${name}-${hash}.${extension}`;
}

async function memberPage(
  product: Product,
  browser: Browser,
  wishes: object | "demo",
): Promise<{ page: Page; phone: string }> {
  const { username, password } =
    wishes === "demo"
      ? demoMember(product)
      : await product.desk.createMember({ wallet: 2_500_00, games: { PGSLOT: 350_00 }, ...wishes });
  const visitor = await signedIn(product, { username, password }, "th");
  const viewport = { width: WIDTH, height: HEIGHT - STRIP };
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: SCALE,
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: product.url }));
  await context.addCookies(cookies);
  return { page: await context.newPage(), phone: username };
}

/** Films all clips. @returns the table of the product */
async function filmAll(product: Product, browser: Browser) {
  const made: Record<string, object> = {};
  for (const { name, word, wishes = {}, prepare, scenes } of CLIPS) {
    const frames = mkdtempSync(join(tmpdir(), "wallet-clip-"));
    const { page, phone } = await memberPage(product, browser, wishes);
    const drawing = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: SCALE });
    let hand: Point = { x: WIDTH - 40, y: HEIGHT - 40 };
    for (const [index, scene] of scenes.entries()) {
      await prepare?.(product.desk, phone, index);
      const title = texts[`step${word}${index + 1}` as keyof typeof texts];
      const shot = await shoot(page, product.url, scene, title, String(index + 1));
      const file = (tenth: number) => join(frames, `${String(index * TENTHS + tenth).padStart(5, "0")}.png`);
      hand = await play(drawing, shot, hand, file);
    }
    const { video, poster } = film(frames, scenes.length);
    made[name] = {
      src: publish(name, "mp4", video),
      poster: publish(name, "jpg", poster),
      bytes: video.length,
      seconds: scenes.length * SCENE_SECONDS,
      width: WIDTH,
      height: HEIGHT,
      times: scenes.map((_, index) => index * SCENE_SECONDS),
    };
    console.log(`${name}: ${video.length} bytes, poster ${poster.length} bytes`);
    await page.context().close();
    await drawing.close();
    rmSync(frames, { recursive: true });
  }
  return made;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
try {
  const made = JSON.stringify(await filmAll(product, browser));
  writeFileSync(table, await format(made, { ...(await resolveConfig(table)), filepath: table }));
} finally {
  await browser.close();
  await product.stop();
}
