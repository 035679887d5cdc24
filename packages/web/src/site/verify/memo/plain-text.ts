// The characters of a memo as a reader sees them: characters that show nothing are removed, forms of the same letter become
// one, and ids that a line break divides are put together again.

import { isVerificationId } from '@rf-indicators/engine';

/** Zero-width characters, soft hyphens and controls of direction can hide or exchange what is compared. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
const HYPHENS = '[-‐‑‒–—−]';
const BREAK = '(?:[ \\t]*\\n[ \\t>|]*)?';
/** 26 characters, with hyphens and line breaks between any of them. */
const BROKEN_ID = new RegExp(`\\bRF(?:${BREAK}${HYPHENS}?${BREAK}[0-9A-Z]){26}(?![0-9A-Z])`, 'gi');

export function plainText(memo: string): string {
  return memo
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replaceAll(BROKEN_ID, (found) => wholeId(found) ?? found);
}

/** The id in a text with hyphens and breaks anywhere; null if there is none. */
function wholeId(found: string): string | null {
  if (!found.includes('\n')) return null;
  const letters = found
    .slice(2)
    .replaceAll(/[^0-9A-Z]/gi, '')
    .toUpperCase();
  const groups = [0, 5, 10, 15, 20].map((from) => letters.slice(from, from === 20 ? 26 : from + 5));
  const id = `RF-${groups.join('-')}`;
  return isVerificationId(id) ? id : null;
}

/** Words with letters of two alphabets, such as a Latin word with a Cyrillic о. They read as another word than they are. */
export function mixedWords(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{M}]+/gu)]
    .map(([word]) => word)
    .filter((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
}
