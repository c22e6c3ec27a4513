/** Lists of what members have received, from operators that answer differently. */
import { describe, expect, test } from "vitest";
import { readReceived } from "../../app/features/wallet/received";
import { maskName } from "../../app/lib/mask-name";

/** An operator with `count` entries of 1, 2, ..., newest first, that gives at most `most` at once. */
const operator = (most: number, total: number | null, count = 24, downAt = 0) => {
  const all = Array.from({ length: count }, (_, index) => ({ amount: count - index }));
  return async ({ page, limit }: { page: number; limit: number }) => {
    if (page === downAt) throw new Error("down");
    const size = Math.min(limit, most);
    return { total, unread: 0, rows: all.slice((page - 1) * size, page * size) };
  };
};

describe("a list of what was received", () => {
  test("is summed up if one call brings all of it, with the sum up to each entry", async () => {
    const list = await readReceived(operator(100, 24), 3);
    expect(list).toMatchObject({ count: 24, sum: 300, last: 3, isLastKnown: true, unread: 0 });
    expect(list!.rows).toEqual([
      { amount: 4, sum: 10 },
      { amount: 3, sum: 6 },
      { amount: 2, sum: 3 },
      { amount: 1, sum: 1 },
    ]);
  });

  test("is summed up too if it takes a few calls", async () => {
    const list = await readReceived(operator(100, 212, 212), 22);
    expect(list).toMatchObject({ count: 212, sum: (212 * 213) / 2, last: 22, isLastKnown: true, unread: 0 });
    expect(list!.rows).toEqual([
      { amount: 2, sum: 3 },
      { amount: 1, sum: 1 },
    ]);
  });

  test("has no sum, and its page all the same, if one of the calls fails or there are very many", async () => {
    for (const read of [operator(100, 212, 212, 3), operator(100, 1_001, 1_001)]) {
      const list = await readReceived(read, 2);
      expect(list).toMatchObject({ sum: null, isLastKnown: true });
      expect(list!.rows).toHaveLength(10);
    }
  });

  test("has no sum if the operator gives only a part", async () => {
    const list = await readReceived(operator(10, 24), 2);
    expect(list).toMatchObject({ count: 24, sum: null, last: 3, isLastKnown: true });
    expect(list!.rows.map(({ amount }) => amount)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  });

  test("has no sum if nobody knows whether a full page is the last", async () => {
    expect(await readReceived(operator(10, null), 1)).toMatchObject({ count: null, sum: null, isLastKnown: false });
    expect(await readReceived(operator(100, null), 1)).toMatchObject({ count: 24, sum: 300 });
  });

  test("may be empty, and is nothing if it cannot be read", async () => {
    expect(await readReceived(operator(100, 0, 0), 1)).toMatchObject({ rows: [], count: 0, sum: 0, last: 1 });
    expect(await readReceived(() => Promise.reject(new Error("down")), 1)).toBeUndefined();
  });
});

test.each([
  ["Somchai Jaidee", "S••• J•••"],
  ["มะลิ", "ม•••"],
  ["ที่รัก ใจดี มากมาย", "ที่••• ใ•••"],
  ["ນ້ອຍ", "ນ້•••"],
  ["  0812345678 ", "0•••"],
  ["", "•••"],
])("of the name %j a page shows %j", (name, shown) => expect(maskName(name)).toBe(shown));
