/** A value that survives a store. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
