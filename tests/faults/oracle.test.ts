/** The fault tests rely on the oracle that reads pages: here it gets false pages and must notice them. */
import { describe, expect, test } from "vitest";
import { keepWordsWhole } from "../../app/ui/whole-words";
import common from "../../locales/th/common.json";
import words from "../../locales/th/receipt.json";
import { claimsOf, createWitness } from "./oracle";
import { operation, OPERATIONS } from "./operations";

const op = operation("transfer");
const ID = "0b8e4e5e-2f35-4b0c-9a51-0d9f6a1c7e11";
const page = (path: string, ...texts: string[]) => ({
  path,
  status: 200,
  text: keepWordsWhole(
    `<html><head><title>${words.transferDone}</title></head><body>${texts.map((text) => `<p>${text}</p>`).join("")}</body></html>`,
  ),
});
const receipt = (...texts: string[]) => page(`/user/receipt/${ID}`, ...texts);
const books = (effects: number) => async () => effects;

async function liesIn(shown: ReturnType<typeof page>, effects: number) {
  const witness = createWitness(op, books(effects));
  await witness.see(shown, ID);
  await witness.close();
  return witness.lies;
}

describe("the oracle", () => {
  test("catches a receipt that says done if the ledger has nothing", async () => {
    expect(await liesIn(receipt(words.transferDone), 1)).toEqual([]);
    expect(await liesIn(receipt(words.transferDone), 0)).toHaveLength(1);
    expect(await liesIn(receipt(words.stateDone), 0)).toHaveLength(1);
  });

  test.each([words.transferRejected, words.notdoneBody, words.closed, common.moneySafe, words.stateNotdone])(
    "catches a page that says %s about a finished operation",
    async (denial) => {
      expect(await liesIn(receipt(denial), 0)).toEqual([]);
      expect(await liesIn(receipt(denial), 1)).toHaveLength(1);
    },
  );

  test("catches a denial that turns out to be false later", async () => {
    let effects = 0;
    const witness = createWitness(op, async () => effects);
    await witness.see(receipt(words.notdoneHeading), ID);
    effects = 1;
    await witness.close();
    expect(witness.lies).toHaveLength(1);
  });

  test("accepts pages that say the outcome is unknown", async () => {
    for (const text of [words.unknownHeading, words.inflightHeading, words.reviewHeading]) {
      expect(await liesIn(receipt(text), 0)).toEqual([]);
      expect(await liesIn(receipt(text), 1)).toEqual([]);
    }
  });

  test("reads the line above a form if it is about this operation", () => {
    const last = (id: string) => ({
      path: op.page,
      text: keepWordsWhole(
        `<strong>${words.lastTitle}</strong><p>A → B · ฿200.00 · ${words.stateRejected}</p><p><a href="/user/receipt/${id}">x</a></p>`,
      ),
    });
    expect(claimsOf(last(ID), op, ID)).toEqual([{ claim: "not", words: words.stateRejected }]);
    expect(claimsOf(last("another"), op, ID)).toEqual([]);
  });

  test("catches empty pages, errors and stack traces", async () => {
    expect(
      await liesIn({ ...receipt(), text: "<html><head><title>x</title></head><body></body></html>" }, 0),
    ).toHaveLength(1);
    expect(await liesIn({ ...receipt("x"), status: 500 }, 0)).toHaveLength(1);
    expect(await liesIn(receipt("Error\n    at run (/srv/build/server.mjs:12:34)"), 0)).toHaveLength(1);
  });

  test("no text means both done and not done", () => {
    for (const { says } of OPERATIONS) expect(says.done.filter((sentence) => says.not.includes(sentence))).toEqual([]);
  });
});
