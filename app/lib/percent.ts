/** A percentage for people, with two decimals at most and without the sign: `33.3333333` → `33.33`, `25` → `25`. */
export const formatPercent = (percent: number) => String(Math.round(percent * 100) / 100);
