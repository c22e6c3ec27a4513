/** A value that can be stored as JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
