import { randomBytes } from "node:crypto";

/** Digits and capital letters without I, L, O and U. The place of a character is its value: an element of GF(32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** What people write for the characters that look or sound like them. */
const ALIKE: Record<string, string> = { I: "1", L: "1", O: "0", U: "V" };
const LENGTH = 10;
const GROUPS = /^(.{3})(.{3})(.{4})$/;
const BETWEEN = /[\s\p{Dash}._]+/gu;

/** Twice a value in GF(32), modulo x⁵ + x² + 1. */
const twice = (value: number) => (value << 1) ^ (value & 16 ? 0b100101 : 0);

/**
 * The sum of the values, each weighted with a power of two. In GF(32) the first 31 powers differ and none is zero, so
 * one wrong character changes the sum, and so does any swap of two different characters.
 */
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => twice(sum) ^ value, 0);

const written = (values: readonly number[]) =>
  values
    .map((value) => ALPHABET[value])
    .join("")
    .replace(GROUPS, "$1-$2-$3");

/**
 * A new random reference that people can read out, such as `7KM-2QX-94TD`: of its ten characters the last one checks
 * the others. Pages, logs and addresses spell it the same way.
 */
export function newReference(): string {
  const values = Array.from(randomBytes(LENGTH - 1), (byte) => byte % ALPHABET.length);
  return written([...values, twice(sumOf(values))]);
}

/**
 * The reference that was typed: in any case, with I or L for 1, O for 0 and U for V, and grouped in any way. Null if it
 * is none: a character is missing or wrong, or two are swapped.
 */
export function readReference(typed: string): string | null {
  const characters = [...typed.toUpperCase().replace(BETWEEN, "")];
  const values = characters.map((character) => ALPHABET.indexOf(ALIKE[character] ?? character));
  if (values.length !== LENGTH || values.includes(-1) || sumOf(values) !== 0) return null;
  return written(values);
}
