// Finds verification ids, scores and bands in a sentence or a table row of a memo.

import { isVerificationId } from '@rf-indicators/engine';
import { cellsOf, type Unit, unitsOf } from './units.ts';

export interface Claim {
  kind: 'score' | 'band';
  /** As the memo writes it. */
  text: string;
  /** "91.52" as it was written but with a point, or a band such as LOW. */
  value: string;
}

export interface Mention {
  ids: readonly string[];
  /** What looks like an id but is none. It is not sent. */
  malformed: readonly string[];
  claims: readonly Claim[];
  unit: Unit;
}

/** Also with characters that ids do not have, so that a typing error does not hide one. */
const LOOKS_LIKE_ID = /\bRF[-‐‑–][0-9A-Z]+(?:[-‐‑–][0-9A-Z]+)+/gi;
const BAND = 'low|medium|elevated|high';
/** A band is meant where a word says so, or where it is written in capitals. */
const BANDS = new RegExp(
  `\\b(${BAND})[- ]risk\\b|\\b(?:band|rated|rating|risk)(?:\\s+(?:is|of|as|was|now|at))*[:\\s]+["“]?(${BAND})\\b|\\b(${BAND.toUpperCase()})\\b`,
  'gi',
);
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
/** What stands before a figure that is not a score: a longer figure, a date, a version, a change, an amount, a place in a text. */
const NOT_AFTER = `(?<![\\d.,:/+\\-−v$€£]|\\b(?:by|version|framework|section|page|table|chapter)\\s|${MONTH}\\.?\\s)`;
/** And after it: a longer figure, a date, a share, a span of time. "/100" may follow a score. */
const NOT_BEFORE = `(?![\\d:]|[.,]\\d|-\\d|/\\d{1,2}(?!\\d)|\\s?(?:%|‰|per ?cent|bps?\\b|days?\\b|months?\\b|years?\\b|(?:st|nd|rd|th)?\\s?${MONTH}\\b))`;
const NUMBER = new RegExp(`${NOT_AFTER}\\b\\d{1,3}(?:[.,]\\d{1,2})?${NOT_BEFORE}`, 'gi');
const SAYS_SCORE = /\b(?:score[sd]?|scoring|rated|rating|points?|risk)\b(?:[^.;]|\.\d){0,24}$|·\s*$/i;
/** The end of the scale, not a score: "91.52 out of 100", "92/100". */
const OUT_OF = /(?:\/|\bof)\s*$/i;

export function mentionsIn(memo: string): Mention[] {
  return unitsOf(memo)
    .map(mentionIn)
    .filter(({ ids, malformed }) => ids.length + malformed.length > 0);
}

function mentionIn(unit: Unit): Mention {
  const ids: string[] = [];
  const malformed: string[] = [];
  const rest = unit.text.replaceAll(LOOKS_LIKE_ID, (found) => {
    const id = found.replaceAll(/[‐‑–]/g, '-').toUpperCase();
    (isVerificationId(id) ? ids : malformed).push(isVerificationId(id) ? id : found);
    return ' # ';
  });
  const parts = unit.kind === 'row' ? cellsOf(rest) : [rest];
  const claims = parts.flatMap((part) => [...scoresIn(part, unit.kind), ...bandsIn(part, unit.kind)]);
  return { ids: [...new Set(ids)], malformed: [...new Set(malformed)], claims, unit };
}

function scoresIn(text: string, kind: Unit['kind']): Claim[] {
  return [...text.matchAll(NUMBER)].flatMap(({ 0: found, index }) => {
    const value = found.replace(',', '.');
    const before = text.slice(0, index);
    const isWhole = !value.includes('.');
    if (isWhole && (Number(value) > 100 || (value === '100' && OUT_OF.test(before)))) return [];
    // A whole number can be anything, unless the words before it say that it is a score.
    if (isWhole && !(kind === 'sentence' && SAYS_SCORE.test(before))) return [];
    return [{ kind: 'score' as const, text: found, value }];
  });
}

function bandsIn(text: string, kind: Unit['kind']): Claim[] {
  const found = [...text.matchAll(BANDS)].flatMap((match) => {
    const word = match[1] ?? match[2] ?? match[3]!;
    // The third form is for capitals only.
    if (match[1] === undefined && match[2] === undefined && word !== word.toUpperCase()) return [];
    return [claimOf(match[0], word)];
  });
  if (found.length > 0 || kind === 'sentence') return found;
  const alone = new RegExp(`^(?:${BAND})$`, 'i').exec(text);
  return alone === null ? [] : [claimOf(alone[0], alone[0])];
}

function claimOf(text: string, word: string): Claim {
  return { kind: 'band', text, value: word.toUpperCase() };
}
