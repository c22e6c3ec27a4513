/** The page numbers a pager shows: three before and one after the current one, within 1..last. */
export function pageList(current: number, last: number): number[] {
  const from = Math.max(1, current - 3);
  const to = Math.min(last, current + 1);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
