/** Lists of what members have received, from operators that answer differently. */
import { describe, expect, test } from "vitest";
import { readReceived } from "../../app/features/wallet/received";
import { maskName } from "../../app/lib/mask-name";

/** An operator with 24 entries of 1 to 24, newest first, that gives at most `most` at once. */
const operator = (most: number, total: number | null, count = 24) => {
  const all = Array.from({ length: count }, (_, index) => ({ amount: count - index }));
  return async ({ page, limit }: { page: number; limit: number }) => {
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
