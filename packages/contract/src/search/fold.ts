// Normalises names for comparison: ignores case, accents and typographic variants.

/** Letters that Unicode normalisation does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
};
const UNDECOMPOSED = /[øłđħŧæœþð]/g;
const APOSTROPHES = /[\u2018\u2019\u201a\u201b\u02bc\u00b4`]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const PLAIN = /^[a-z0-9 .'&-]*$/;

export function fold(text: string): string {
  // Fast path: most names are plain ASCII.
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower.includes('  ') || lower.trim() !== lower ? spaced(lower) : lower;
  const folded = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    // Via upper case, so that ß becomes ss and both forms of sigma become the same.
    .toUpperCase()
    .toLowerCase()
    .replaceAll(UNDECOMPOSED, (letter) => LETTERS[letter]!)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DASHES, '-');
  return spaced(folded);
}

function spaced(text: string): string {
  return text.replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim();
}
