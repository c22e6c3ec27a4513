import { z } from "zod";
import { RequiredText } from "~/lib/form";

/** Longer codes are none. */
export const CODE_MAX = 40;

/** The operator takes the code in the path of a call, where these have another meaning. */
const NO_CODES = [".", ".."];

/** Upper case of the letters A to Z only: other scripts have letters whose upper case is another word. */
const upperCased = (code: string) => code.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Schema of the search for a promotion. */
export const SearchForm = z.object({
  code: RequiredText("promotion:codeMissing")
    .max(CODE_MAX, "promotion:notFound")
    .refine((code) => !NO_CODES.includes(code), "promotion:notFound")
    .transform(upperCased),
});
