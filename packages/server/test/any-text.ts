// Texts of any characters, for generated cases. The arbitrary of fast-check that makes the same texts builds a table of all
// characters first, which takes a second in each process.

import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CHARACTER = 0x10ffff;

const character = fc
  .nat(LAST_CHARACTER - SURROGATES)
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));

export function anyText(limits: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(character, limits).map((characters) => characters.join(''));
}
