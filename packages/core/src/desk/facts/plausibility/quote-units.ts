// Reads the units of the figures in a quote. "USD 184,920,000" cannot show a percentage by itself: somebody calculated.

type Dimension = 'money' | 'percent' | 'days' | 'months' | 'years' | 'times' | 'persons';

const CURRENCY =
  'usd|eur|gbp|chf|jpy|sgd|hkd|aud|cad|cny|btc|usdt|usdc|us dollars?|dollars?|euros?|pounds?|bitcoins?';
const NUMBER = String.raw`[-+]?\d[\d,.' \u00a0\u202f]*\d|\d`;
const SCALE = 'thousand|million|billion|trillion|mn|bn|m|k';

/** A figure with the unit before or behind it. */
const FIGURES: readonly [Dimension, RegExp][] = [
  ['money', new RegExp(String.raw`(?:[$€£¥₿]|\b(?:${CURRENCY}))\s*(${NUMBER})`, 'gi')],
  [
    'money',
    new RegExp(String.raw`(${NUMBER})\s*(?:(?:${SCALE})\b\.?\s*)?(?:[$€£¥₿]|(?:${CURRENCY})\b)`, 'gi'),
  ],
  [
    'percent',
    new RegExp(
      String.raw`(${NUMBER})\s*(?:%|per ?cent\b|pct\b|percentage points?\b|basis points?\b|bps?\b)`,
      'gi',
    ),
  ],
  ['days', new RegExp(String.raw`(${NUMBER})[\s-]*(?:(?:business|calendar|working)[\s-]+)?days?\b`, 'gi')],
  ['months', new RegExp(String.raw`(${NUMBER})[\s-]*months?\b`, 'gi')],
  ['years', new RegExp(String.raw`(${NUMBER})[\s-]*years?\b`, 'gi')],
  ['times', new RegExp(String.raw`(${NUMBER})\s*(?:times\b|x\b|×)`, 'gi')],
  [
    'persons',
    new RegExp(String.raw`(${NUMBER})[\s-]*(?:persons?|people|signers?|signatures?|keys?)\b`, 'gi'),
  ],
];

/** The dimensions in which a quote can state a value in this unit. */
const STATED_IN: Readonly<Record<string, readonly Dimension[]>> = {
  percent: ['percent'],
  'percentage points': ['percent'],
  days: ['days', 'months', 'years'],
  months: ['months', 'years'],
  times: ['times'],
  persons: ['persons'],
};

const IN_WORDS: Readonly<Record<Dimension, string>> = {
  money: 'an amount of money',
  percent: 'a percentage',
  days: 'a number of days',
  months: 'a number of months',
  years: 'a number of years',
  times: 'a multiple',
  persons: 'a number of people',
};

/** Why the quote does not state the value in its unit; null if it does, or has no figure with a unit. */
export function quoteContradiction(unit: string | null, value: string, quote: string | null): string | null {
  const fitting = unit === null ? undefined : STATED_IN[unit];
  if (quote === null || fitting === undefined) return null;
  const figures = figuresIn(quote);
  if (figures.some(({ dimension }) => fitting.includes(dimension))) return null;
  const [first] = figures;
  if (first === undefined) return null;
  return `the quote has "${first.text}", ${IN_WORDS[first.dimension]}, but ${value} is in ${unit}`;
}

function figuresIn(quote: string): { dimension: Dimension; text: string; at: number }[] {
  return FIGURES.flatMap(([dimension, pattern]) =>
    [...quote.matchAll(pattern)].map(({ 0: text, index }) => ({ dimension, text: text.trim(), at: index })),
  ).toSorted((a, b) => a.at - b.at);
}
