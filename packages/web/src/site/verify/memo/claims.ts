// Finds verification ids, and the scores, bands and dates beside them, in a sentence or a table row of a memo.

import { isVerificationId } from '@rf-indicators/engine';
import { datesIn } from './dates.ts';
import { cellsOf, type Unit, unitsOf } from './units.ts';

export interface Place {
  at: number;
  end: number;
}

export interface WrittenId extends Place {
  id: string;
  /** An id in parentheses belongs to what stands before it. */
  isInParentheses: boolean;
}

export interface Claim extends Place {
  kind: 'score' | 'band' | 'date';
  /** As the memo writes it. */
  text: string;
  /** "91.52" with a point, both ends of a range of scores, a band such as LOW, or the days that a date can mean. */
  values: readonly string[];
  /** What the words say about a date: a day of the indicator, a day on which it was current, or null if nothing. */
  day: 'own' | 'current' | null;
}

export interface Mention {
  ids: readonly WrittenId[];
  /** What looks like an id but is none. It is not sent. */
  malformed: readonly string[];
  claims: readonly Claim[];
  unit: Unit;
  /** The text with the ids masked, so that places stay the same. */
  masked: string;
}

/** Also with characters that ids do not have, so that a typing error does not hide one. */
const LOOKS_LIKE_ID = /\bRF[-‐‑‒–—−][0-9A-Z]+(?:[-‐‑‒–—−][0-9A-Z]+)+/gi;
const BAND = 'low|medium|elevated|high';
const CAPITALISED = 'Low|Medium|Elevated|High';
/** A band is meant where a word says so, where it is written in capitals, or where it says what something is. */
const BANDS: readonly RegExp[] = [
  new RegExp(`\\b(${BAND})[-\\s]risk\\b`, 'gi'),
  new RegExp(`\\b(?:band|rated|rating|risk)(?:\\s+(?:is|of|as|was|now|at))*[:\\s]+["“]?(${BAND})\\b`, 'gi'),
  new RegExp(`\\b(${BAND.toUpperCase()})\\b`, 'g'),
  // "is Low (…", "now Low at 91.52", but not "is High Court".
  new RegExp(
    `(?:\\b(?:is|was|are|were|remains?|stays?|now|still|as|to|at)|[:,·—–])\\s+["“]?(${CAPITALISED})\\b(?!-\\p{L})(?!\\s+(?!(?:and|at|with|but|since|under|on|as|see|per)\\b)\\p{L})`,
    'gu',
  ),
  // "is low (RF-…".
  new RegExp(
    `\\b(?:is|was|are|were|remains?|stays?|now|still|at|as)\\s+(?:an?\\s+)?["“]?(${BAND})["”]?\\s*[(\\[,:–—-]*\\s*(?:id\\s+|verification\\s+id\\s+|see\\s+)?#`,
    'gi',
  ),
];
/** A band after these words is not the band of the indicator. */
const NOT_THE_BAND =
  /\b(?:not|no longer|never|nor|neither|from|than|below|above|under|over|previously|formerly)\s+(?:an?\s+|the\s+)?["“]?$/i;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
/** What stands before a figure that is not a score: a longer figure, a date, a version, a change, an amount, a place in a text. */
const NOT_AFTER = `(?<![\\d.,:/+\\-−v$€£¥]|\\b(?:by|up|down|from|previously|formerly|version|framework|section|page|table|chapter)\\s|${MONTH}\\.?\\s|\\d[–-])`;
/** And after it: a longer figure, a date, a share, a span of time. "/100" may follow a score. */
const NOT_BEFORE = `(?![\\d:]|[.,]\\d|-\\d|/\\d{1,2}(?!\\d)|\\s?(?:%|‰|per ?cent|bps?\\b|days?\\b|months?\\b|years?\\b|(?:million|billion|bn|m|k)\\b|(?:st|nd|rd|th)?\\s?${MONTH}\\b))`;
const FIGURE = '\\d{1,3}(?:[.,]\\d{1,2})?';
const NUMBER = new RegExp(`${NOT_AFTER}\\b${FIGURE}${NOT_BEFORE}`, 'gi');
const RANGE = new RegExp(`${NOT_AFTER}\\b(${FIGURE})\\s?(?:–|—|-|to|and)\\s?(${FIGURE})${NOT_BEFORE}`, 'gi');
const SAYS_SCORE = /\b(?:score[sd]?|scoring|rated|rating|points?|risk)\b(?:[^.;]|\.\d){0,24}$|·\s*$/i;
const SAYS_BETWEEN = /\bbetween\s+$/i;
/** The end of the scale, not a score: "91.52 out of 100", "92/100". */
const OUT_OF = /(?:\/|\bof)\s*$/i;
const OWN_DAY =
  /\b(?:scor\w*|rated|rating|publish\w*|issued|dated|indicator of)\b[^.;#]{0,24}$|#[,;\s]*(?:of\s+|from\s+)?$/i;
const DAY_OF_BEING_CURRENT = /\b(?:as (?:of|at)|at)\s+$|^(?:on|as of|as at)\s+$/i;
const OWN_DAY_HEAD = /scored|publish|as of|as at|^date$|^day$/i;

/** Every sentence and row, also those without an id. */
export function mentionsIn(memo: string): Mention[] {
  return unitsOf(memo).map(mentionIn);
}

function mentionIn(unit: Unit): Mention {
  const ids: WrittenId[] = [];
  const malformed: string[] = [];
  const masked = unit.text.replaceAll(LOOKS_LIKE_ID, (found, at: number) => {
    const id = found.replaceAll(/[‐‑‒–—−]/g, '-').toUpperCase();
    if (isVerificationId(id)) {
      const before = unit.text.slice(0, at);
      const isInParentheses =
        Math.max(before.lastIndexOf('('), before.lastIndexOf('[')) >
        Math.max(before.lastIndexOf(')'), before.lastIndexOf(']'));
      ids.push({ id, at, end: at + found.length, isInParentheses });
    } else malformed.push(found);
    return '#'.repeat(found.length);
  });
  const parts = unit.kind === 'row' ? cellsOf(masked) : [{ text: masked, at: 0 }];
  const claims = parts.flatMap(({ text, at }, column) =>
    claimsIn(text, unit.kind, unit.heads[column] ?? '').map((claim) => ({
      ...claim,
      at: claim.at + at,
      end: claim.end + at,
    })),
  );
  return { ids, malformed: [...new Set(malformed)], claims, unit, masked };
}

function claimsIn(text: string, kind: Unit['kind'], head: string): Claim[] {
  const dates = datesIn(text);
  const withoutDates = dates.reduce(
    (rest, { at, text: { length } }) => rest.slice(0, at) + '~'.repeat(length) + rest.slice(at + length),
    text,
  );
  return [
    ...scoresIn(withoutDates, kind),
    ...bandsIn(withoutDates, kind),
    ...dates.map(({ at, text: written, days }) => ({
      ...claimAt('date', written, at, days),
      day: kind === 'row' ? (OWN_DAY_HEAD.test(head) ? ('own' as const) : null) : dayMeant(text.slice(0, at)),
    })),
  ];
}

function dayMeant(before: string): Claim['day'] {
  if (OWN_DAY.test(before)) return 'own';
  return DAY_OF_BEING_CURRENT.test(before) ? 'current' : null;
}

function scoresIn(text: string, kind: Unit['kind']): Claim[] {
  const ranges = [...text.matchAll(RANGE)].flatMap(({ 0: found, 1: low, 2: high, index }) => {
    const before = text.slice(0, index);
    const isBetween = SAYS_BETWEEN.test(before);
    // "91.52 and 71.20" are two scores, unless "between" makes them a range.
    if (/\band\b/i.test(found) && !isBetween) return [];
    const isFigure = [low!, high!].every((end) => /[.,]/.test(end)) || SAYS_SCORE.test(before) || isBetween;
    return isFigure ? [claimAt('score', found, index, [low!, high!].map(withPoint))] : [];
  });
  const rest = ranges.reduce(
    (left, { at, end }) => left.slice(0, at) + '~'.repeat(end - at) + left.slice(end),
    text,
  );
  const single = [...rest.matchAll(NUMBER)].flatMap(({ 0: found, index }) => {
    const value = withPoint(found);
    const before = rest.slice(0, index);
    const isWhole = !value.includes('.');
    if (isWhole && (Number(value) > 100 || (value === '100' && OUT_OF.test(before)))) return [];
    // A whole number can be anything, unless the words before it say that it is a score.
    if (isWhole && !(kind === 'sentence' && SAYS_SCORE.test(before))) return [];
    return [claimAt('score', found, index, [value])];
  });
  return [...ranges, ...single].sort((a, b) => a.at - b.at);
}

function bandsIn(text: string, kind: Unit['kind']): Claim[] {
  const found: Claim[] = [];
  for (const form of BANDS) {
    for (const match of text.matchAll(form)) {
      const word = match[1]!;
      const at = match.index + match[0].toLowerCase().lastIndexOf(word.toLowerCase());
      const claim = claimAt('band', wordsOfBand(text, at, word), at, [word.toUpperCase()]);
      const isTaken = found.some((other) => other.at < claim.end && claim.at < other.end);
      if (!isTaken && !NOT_THE_BAND.test(text.slice(0, at))) found.push(claim);
    }
  }
  if (found.length > 0 || kind === 'sentence') return found.sort((a, b) => a.at - b.at);
  const alone = new RegExp(`^(?:${BAND})$`, 'i').exec(text);
  return alone === null ? [] : [claimAt('band', alone[0], 0, [alone[0].toUpperCase()])];
}

/** "Low risk" if the memo writes "risk" after the band. */
function wordsOfBand(text: string, at: number, word: string): string {
  return /^[-\s]risk\b/i.test(text.slice(at + word.length)) ? text.slice(at, at + word.length + 5) : word;
}

function claimAt(kind: Claim['kind'], text: string, at: number, values: readonly string[]): Claim {
  return { kind, text, at, end: at + text.length, values, day: null };
}

function withPoint(figure: string): string {
  return figure.replace(',', '.');
}

/** Whether a score or band is certainly meant as one: of a sentence without an id nothing else would be worth a word. */
export function isSaidToBeScore({ kind, at, text }: Claim, { masked }: Mention): boolean {
  return kind === 'band' ? /risk/i.test(text) : kind === 'score' && SAYS_SCORE.test(masked.slice(0, at));
}
