/** The page numbers that a pager shows: from three before to one after the current page, within 1..last. */
export function pageList(current: number, last: number): number[] {
  const from = Math.max(1, current - 3);
  const to = Math.min(last, current + 1);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Parses the page number of a URL; invalid values are page 1. */
export const pageNumber = (text: string | null) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** The number of the last page. Without a total, a full page may be followed by another. */
export function lastPage({ total, rows }: { total: number | null; rows: number }, page: number, limit: number): number {
  if (total !== null) return Math.max(1, Math.ceil(total / limit));
  return rows === limit ? page + 1 : page;
}
