import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { captionsOf } from "../../app/features/howto/captions";
import { clockOf, GUIDES, sizeOf, stepsOf } from "../../app/features/howto/videos";
import { ConfigError, readConfig } from "../../server/config/config";
import { HOWTO_NAMES, readHowto, type HowtoVideos } from "../../server/config/howto";
import clips from "../../server/config/howto-clips.json";
import { SETTINGS, type RawSettings } from "../../server/config/settings";
import { root } from "../support/root";

const steps = [
  { at: 0, title: "One", text: "First" },
  { at: 12.5, title: "Two", text: "Then" },
];
const WALLET = {
  src: "https://video.example/wallet.mp4",
  poster: "https://img.example/wallet.jpg",
  bytes: 2_400_000,
  seconds: 84,
  steps: { th: steps, la: steps, en: steps },
};

const read = (HOWTO_VIDEOS: string | undefined, OPERATOR_API_URL?: string) =>
  readHowto({ HOWTO_VIDEOS, OPERATOR_API_URL } as RawSettings);

describe("HOWTO_VIDEOS", () => {
  test("is JSON, or the path of a JSON file", () => {
    const folder = mkdtempSync(join(tmpdir(), "howto-"));
    const file = join(folder, "videos.json");
    writeFileSync(file, JSON.stringify({ wallet: WALLET }));
    const expected = { faults: [], videos: { wallet: { ...WALLET, width: 640, height: 360 } } };
    expect(read(JSON.stringify({ wallet: WALLET }))).toEqual(expected);
    expect(read(file)).toEqual(expected);
    rmSync(folder, { recursive: true });
  });

  test("without it the sandbox has its clips, and a real operator has none", () => {
    expect(Object.keys(read(undefined).videos)).toEqual([...HOWTO_NAMES]);
    expect(read(undefined, "https://operator.example").videos).toEqual({});
  });

  test.each<[string, string, string]>([
    ["no JSON", "{", "HOWTO_VIDEOS: expected JSON, or a JSON file"],
    ["no file", "/nowhere/secret.json", "HOWTO_VIDEOS: expected JSON, or a JSON file that can be read"],
    [
      "an address without https",
      JSON.stringify({ play: { ...WALLET, src: "http://secret.example/1" } }),
      "at play.src: ",
    ],
    ["a size that is missing", JSON.stringify({ bonus: { src: WALLET.src, seconds: 1 } }), "at bonus.bytes: "],
    ["a language that is missing", JSON.stringify({ play: { ...WALLET, steps: { th: steps } } }), "at play.steps.la: "],
    [
      "steps in another order",
      JSON.stringify({ play: { ...WALLET, steps: { th: steps, la: steps, en: steps.toReversed() } } }),
      "at play.steps.en: expected every step to begin after the one before",
    ],
    ["steps after the end", JSON.stringify({ play: { ...WALLET, seconds: 12 } }), "at play.steps: expected every step"],
    ["another name", JSON.stringify({ secret: WALLET }), "at the top: "],
  ])("%s stops the start with the place of the fault, not the value", (_case, setting, fault) => {
    const { faults } = read(setting);
    expect(faults.join("\n")).toContain(fault);
    expect(faults.join("\n")).not.toMatch(/secret\.(example|json)/);
    try {
      readConfig({ HOWTO_VIDEOS: setting });
      expect.unreachable("it starts");
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).faults).toEqual(faults);
    }
  });

  test("the setting has an expected value", () => expect(SETTINGS.HOWTO_VIDEOS.expected).toBe("JSON, or a file name"));
});

describe("the clips of the sandbox", () => {
  const folder = join(root, "public/clips");

  test.each(Object.entries(clips))("%s is there, small, and named by its content", (_name, clip) => {
    for (const address of [clip.src, clip.poster]) {
      const bytes = readFileSync(join(root, "public", address));
      expect(address).toContain(createHash("sha256").update(bytes).digest("hex").slice(0, 8));
    }
    expect(statSync(join(root, "public", clip.src)).size).toBe(clip.bytes);
    expect(clip.bytes).toBeLessThan(300_000);
    expect(statSync(join(root, "public", clip.poster)).size).toBeLessThan(20_000);
    expect(clip.times.length).toBe(4);
    expect(clip.times.at(-1)!).toBeLessThan(clip.seconds);
  });

  test("no other file is shipped", () => {
    const known = Object.values(clips).flatMap(({ src, poster }) => [src, poster]);
    expect(
      readdirSync(folder)
        .map((name) => `/clips/${name}`)
        .sort(),
    ).toEqual(known.sort());
    expect(existsSync(folder)).toBe(true);
  });

  /** The boxes of an MP4 file, in their order. */
  function boxes(bytes: Buffer): string[] {
    const names: string[] = [];
    for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
      names.push(bytes.toString("latin1", at + 4, at + 8));
    return names;
  }

  test.each(Object.entries(clips))(
    "%s is H.264 of the baseline profile, and begins with its index",
    (_name, { src }) => {
      const bytes = readFileSync(join(root, "public", src));
      const order = boxes(bytes);
      expect(order.indexOf("moov")).toBeGreaterThan(-1);
      expect(order.indexOf("moov")).toBeLessThan(order.indexOf("mdat"));
      const configuration = bytes.indexOf("avcC");
      // After the name: version, profile (66 is baseline), its restrictions, level in tenths.
      expect([...bytes.subarray(configuration + 5, configuration + 6)]).toEqual([66]);
      expect(bytes[configuration + 7]).toBeLessThanOrEqual(30);
    },
  );
});

describe("the words of the guides", () => {
  const site = (howto: HowtoVideos) => ({ howto });
  const [wallet] = GUIDES;

  test("are the app's own, with their times if the clip follows them", () => {
    expect(stepsOf(wallet, site({}), "en").map(({ at }) => at)).toEqual([null, null, null, null]);
    const { videos } = read(undefined);
    expect(stepsOf(wallet, site(videos), "en").map(({ at }) => at)).toEqual([...clips.wallet.times]);
  });

  test("are the operator's, if the setting has them", () => {
    const { videos } = read(JSON.stringify({ wallet: WALLET }));
    expect(stepsOf(wallet, site(videos), "la")).toEqual(steps);
  });

  test("an operator's video without words keeps the app's text, and gets no captions", () => {
    const { steps: _, ...video } = WALLET;
    const own = stepsOf(wallet, site(read(JSON.stringify({ wallet: video })).videos), "en");
    expect(own[0]).toMatchObject({ at: null, title: "Money arrives in the wallet" });
    expect(captionsOf(own, video.seconds)).toBeNull();
  });

  test("become captions in which no sign is a tag", () => {
    const text = "a <b> & c\n\n00:00 --> 01:00";
    const captions = captionsOf(
      [
        { at: 0, title: "", text },
        { at: 3661.25, title: "", text: "z" },
      ],
      3700,
    );
    expect(captions).toBe(
      "WEBVTT\n\n00:00:00.000 --> 01:01:01.250\na &lt;b&gt; &amp; c 00:00 --&gt; 01:00\n\n01:01:01.250 --> 01:01:40.000\nz\n",
    );
  });
});

test("lengths and sizes are those that members know", () => {
  expect([0, 7, 65, 3600].map(clockOf)).toEqual(["0:00", "0:07", "1:05", "60:00"]);
  expect([1, 300_000, 999_999, 2_450_000].map(sizeOf)).toEqual(["1 kB", "300 kB", "1000 kB", "2.5 MB"]);
});
