// The values that a rule of a policy can compare: what each is, and when it does not apply.

/** From the safest to the riskiest. */
export const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;
export type Band = (typeof BANDS)[number];

const REVIEW_DIRECTIONS = ['none', 'up', 'down', 'developing'] as const;

/** History is kept in a snapshot for as long as the longest window. */
export const LONGEST_WINDOW = 400;

type Parameter = 'module' | 'rule' | 'within_days';

interface Described {
  /** "lowest score of a module"; of a flag what it answers, "whether the score is stale". */
  about: string;
  parameter?: Parameter;
  /** Then a comparison with it does not hold, and neither does its opposite. */
  doesNotApply?: string;
}

/** Compared as integers of hundredths, within a scale. */
interface HundredthsValue extends Described {
  type: 'hundredths';
  least: number;
  most: number;
}

interface WordValue extends Described {
  type: 'word';
  /** Null: any word, as for versions. */
  words: readonly string[] | null;
}

interface OtherValue extends Described {
  type: 'band' | 'day' | 'flag';
}

export type PolicyValue = HundredthsValue | WordValue | OtherValue;

const SCALE = { type: 'hundredths', least: 0, most: 10_000 } as const;

export const POLICY_VALUES = {
  band: { type: 'band', about: 'risk band' },
  score: { ...SCALE, about: 'score' },
  module_minimum: { ...SCALE, about: 'lowest score of a module' },
  module_score: {
    ...SCALE,
    about: 'score of a module',
    parameter: 'module',
    doesNotApply: 'no criterion of the module applies to the provider',
  },
  evidence_quality: { type: 'hundredths', least: 0, most: 100, about: 'evidence quality' },
  capped: { type: 'flag', about: 'whether any hard rule fires' },
  cap: { type: 'flag', about: 'whether this hard rule fires', parameter: 'rule' },
  newest_evidence: { type: 'day', about: 'date of the newest evidence' },
  oldest_evidence: { type: 'day', about: 'date of the oldest evidence that counts' },
  stale: { type: 'flag', about: 'whether the score is stale' },
  under_review: {
    type: 'word',
    words: REVIEW_DIRECTIONS,
    about: 'direction in which the score is under review',
  },
  corrected: {
    type: 'flag',
    about: 'whether a score was corrected within these days',
    parameter: 'within_days',
  },
  change: {
    type: 'hundredths',
    ...{ least: -10_000, most: 10_000 },
    about: 'change of the score over these days, or since the first score',
    parameter: 'within_days',
  },
  worst_band: { type: 'band', about: 'worst band within these days', parameter: 'within_days' },
  lowest_score: { ...SCALE, about: 'lowest score within these days', parameter: 'within_days' },
  framework: { type: 'word', words: null, about: 'version of the framework' },
  product_type: { type: 'word', words: ['btc', 'fiat', 'stablecoin'], about: 'type of product' },
  yield_lowest: {
    ...{ type: 'hundredths', least: 0, most: 100_000 },
    about: 'lowest yield offered, in percent a year',
    doesNotApply: 'the product offers no yield',
  },
  yield_highest: {
    ...{ type: 'hundredths', least: 0, most: 100_000 },
    about: 'highest yield offered, in percent a year',
    doesNotApply: 'the product offers no yield',
  },
} as const satisfies Record<string, PolicyValue>;

export type ValueName = keyof typeof POLICY_VALUES;

export const valueNamed = (name: ValueName): PolicyValue => POLICY_VALUES[name];

export const POLICY_OPERATORS = {
  hundredths: ['below', 'at_most', 'at_least', 'above', 'missing'],
  band: ['equal_to', 'one_of', 'worse_than', 'better_than', 'missing'],
  word: ['equal_to', 'one_of', 'missing'],
  flag: ['equal_to', 'missing'],
  day: ['older_than', 'missing'],
} as const satisfies Record<PolicyValue['type'], readonly string[]>;

export type Operator = (typeof POLICY_OPERATORS)[PolicyValue['type']][number];
