// Any character, as the unit of generated texts. The unit of fast-check with the same characters makes a table of them
// first, which takes more than a second in each process.

import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CHARACTER = 0x10ffff;

export const anyCharacter = fc
  .nat(LAST_CHARACTER - SURROGATES)
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));
