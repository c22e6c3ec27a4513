const LETTERS = new Intl.Segmenter("th", { granularity: "grapheme" });

/** The first letter of each of the first two words of a name, such as `ส••• ใ•••`: enough to recognise a friend. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...LETTERS.segment(word)][0]?.segment ?? "")
    .map((letter) => `${letter}•••`)
    .join(" ");
