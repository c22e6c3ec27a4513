import { filterQuery, type Filter } from "~/features/statement/filter";

/** A page of the movements that match the filter. */
export const statementPath = (filter: Filter, page = 1) => `/user/statement${filterQuery(filter, page)}`;

/** The same movements, with the form of the filter above them. */
export function filterPath(filter: Filter) {
  const query = filterQuery(filter);
  return `/user/statement${query}${query ? "&" : "?"}filter=1`;
}
