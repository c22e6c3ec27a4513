/** The page of a bonus. An operator's code may hold what a path cannot, so it stands in the query. */
export const detailsPath = (code: string) => `/user/bonus/details?code=${encodeURIComponent(code)}`;
