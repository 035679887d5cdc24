// Lists what a memo says that the check does not compare, so that nobody takes it for confirmed.

import { type Claim, isSaidToBeScore, type Mention } from './claims.ts';
import { datesIn } from './dates.ts';
import { mixedWords } from './plain-text.ts';
import type { FoundName } from './provider-names.ts';

export interface NotChecked {
  what: string;
  /** As the memo writes them. */
  texts: readonly string[];
  /** Whether it could be a claim about a score that nothing backs. */
  isSuspicious: boolean;
}

const PERCENTAGE = /[+\-−]?\d[\d.,]*(?:\s?[–-]\s?\d[\d.,]*)?\s?(?:%|‰|per ?cent\b|bps?\b)/gi;
const AMOUNT =
  /(?:[$€£¥₿]\s?|\b(?:USD|EUR|GBP|CHF|BTC|USDC|USDT)\s?)\d[\d.,]*(?:\s?(?:million|billion|bn|m|k)\b)?|\b\d{1,3}(?:[,.'’ ]\d{3})+(?:[.,]\d+)?\b|\b\d[\d.,]*\s?(?:million|billion|bn|USD|EUR|GBP|CHF|BTC)\b/gi;
const FIGURE = /(?<![\p{L}\d.,-])[+\-−]?\d+(?:[.,]\d+)*/gu;
/** "Acme Lending": capitalised words that follow each other, at least two unless they stand within the sentence. */
const UNKNOWN_NAME =
  /(?<![\p{L}\p{N}#])(\p{Lu}[\p{L}\p{N}&'’-]+(?:\s(?:(?:of|and|&)\s)?\p{Lu}[\p{L}\p{N}&'’-]+)*)/gu;
const NO_NAME =
  /^(?:RF|Framework|Score|Scores|Band|Risk|Low|Medium|Elevated|High|Provider|Id|Ids|The|See|It|Its|This|That|We|Our|In|On|At|As|For|And|But|Section|Table|Page|Yield|Date|Verification|Jan\w*|Feb\w*|Mar\w*|Apr\w*|May|Jun\w*|Jul\w*|Aug\w*|Sep\w*|Oct\w*|Nov\w*|Dec\w*|UTC|LOW|MEDIUM|ELEVATED|HIGH)$/;

export function notCheckedIn(
  mentions: readonly Mention[],
  names: readonly (readonly FoundName[])[],
  compared: ReadonlySet<Claim>,
): NotChecked[] {
  const lists = {
    scores: [] as string[],
    dates: [] as string[],
    percentages: [] as string[],
    amounts: [] as string[],
    figures: [] as string[],
    unknown: [] as string[],
    mixed: [] as string[],
  };
  for (const [index, mention] of mentions.entries()) {
    const { ids, claims, masked, unit } = mention;
    const hasId = ids.length > 0;
    if (!hasId)
      lists.scores.push(...claims.filter((claim) => isSaidToBeScore(claim, mention)).map(({ text }) => text));
    lists.dates.push(
      ...claims.filter((claim) => claim.kind === 'date' && !compared.has(claim)).map(({ text }) => text),
    );
    if (hasId) lists.unknown.push(...unknownNames(masked, names[index]!, unit.kind === 'row'));
    lists.mixed.push(...mixedWords(masked));
    collectFigures(mention, lists);
  }
  return [
    list('Scores and bands in sentences without an id', lists.scores, true),
    list('Words with letters of two alphabets, which read as another word than they are', lists.mixed, true),
    list('Names that we do not know', lists.unknown, false),
    list('Dates that may be about something else', lists.dates, false),
    list('Percentages', lists.percentages, false),
    list('Amounts', lists.amounts, false),
    list('Other figures', lists.figures, false),
  ].filter(({ texts }) => texts.length > 0);
}

function list(what: string, texts: readonly string[], isSuspicious: boolean): NotChecked {
  return { what, texts: [...new Set(texts)], isSuspicious };
}

function collectFigures(
  { claims, masked }: Mention,
  lists: { percentages: string[]; amounts: string[]; figures: string[] },
): void {
  let rest = masked;
  const mask = (at: number, end: number) => {
    rest = rest.slice(0, at) + '#'.repeat(end - at) + rest.slice(end);
  };
  for (const { at, end } of claims) mask(at, end);
  for (const { at, text } of datesIn(masked)) mask(at, at + text.length);
  const take = (form: RegExp, into: string[]) => {
    for (const { 0: text, index } of [...rest.matchAll(form)]) {
      into.push(text.replace(/[.,]$/, '').trim());
      mask(index, index + text.length);
    }
  };
  take(PERCENTAGE, lists.percentages);
  take(AMOUNT, lists.amounts);
  take(FIGURE, lists.figures);
}

function unknownNames(text: string, known: readonly FoundName[], isRow: boolean): string[] {
  const rest = known.reduce(
    (left, { at, end }) => left.slice(0, at) + '#'.repeat(end - at) + left.slice(end),
    text,
  );
  return [...rest.matchAll(UNKNOWN_NAME)].flatMap(({ 1: found, index }) => {
    const words = found!.split(/\s/).filter((word) => !NO_NAME.test(word));
    // The first word of a sentence is capitalised whatever it is.
    const isFirst = !isRow && rest.slice(0, index).trim() === '';
    const isName = words.length > 1 || (words.length === 1 && !isFirst);
    return isName ? [words.join(' ')] : [];
  });
}
