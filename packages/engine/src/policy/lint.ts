// What is odd about a valid policy: rules that can never hold, that always hold, and that another rule makes idle. A rule is
// evaluated with every combination of the values between which its comparisons differ. Values are taken as independent of
// each other. That allows more than can occur, so no finding is wrong, and some are not made. Nor are those that would take
// too many combinations.

import { dateText } from '../arithmetic/dates.ts';
import { formatHundredths } from '../arithmetic/fixed.ts';
import { BANDS, valueNamed } from './catalogue.ts';
import { type Comparison, comparisonsIn, type Policy, type Rule } from './document.ts';
import { type Truth, truthOf } from './expression.ts';
import { hundredthsOf } from './scale.ts';
import { type Seen, seenName } from './values.ts';

export interface PolicyFinding {
  pointer: string;
  code: 'never_holds' | 'always_holds' | 'idle';
  message: string;
}

const MOST_COMBINATIONS = 5000;
/** Comparisons that all findings of a policy may take together. */
const MOST_COMPARISONS = 1_000_000;
/** Any day: only ages count. */
const TODAY = 800_000;

export function policyFindings(policy: Policy): PolicyFinding[] {
  const linter = new Linter(policy);
  linter.rules(policy.rules, '/rules', false);
  const { existing } = policy;
  if (existing !== undefined) linter.rules(existing.rules, '/existing/rules', existing.cure_days > 0);
  return linter.findings;
}

class Linter {
  readonly findings: PolicyFinding[] = [];
  readonly #lifted: ReadonlySet<string>;
  #left = MOST_COMPARISONS;

  constructor({ exceptions }: Policy) {
    this.#lifted = new Set(exceptions.map(({ rule }) => rule));
  }

  rules(rules: readonly Rule[], pointer: string, isCurable: boolean): void {
    for (const [index, rule] of rules.entries()) {
      const report = (code: PolicyFinding['code'], message: string) =>
        this.findings.push({ pointer: `${pointer}/${index}`, code, message });
      const truths = this.#evaluate([rule])?.map(([truth]) => truth);
      if (truths?.every((truth) => truth !== 'true')) {
        report('never_holds', `The rule "${rule.id}" can never hold.`);
        continue;
      }
      if (truths?.every((truth) => truth !== 'false'))
        report('always_holds', `The rule "${rule.id}" always holds.`);
      const other = rules.find(
        (one, at) => at !== index && this.#isIdle(rule, one, { isLater: at < index, isCurable }),
      );
      if (other !== undefined)
        report('idle', `The rule "${rule.id}" is idle: whenever it holds, the rule "${other.id}" decides.`);
    }
  }

  /**
   * Whether the other rule decides wherever this one counts, but for the sentence where both stay unknown. An exception can
   * lift the other one and leave this one.
   */
  #isIdle(
    rule: Rule,
    other: Rule,
    { isLater, isCurable }: { isLater: boolean; isCurable: boolean },
  ): boolean {
    if (this.#lifted.has(other.id)) return false;
    const pairs = this.#evaluate([rule, other]);
    return !!pairs?.every(([truth, others]) => {
      const [strictness, least] = [strictest(rule, truth!), mildest(other, others!, isCurable)];
      const isTieLost = isLater || truth === 'unknown';
      return strictness === 0 || least > strictness || (least === strictness && isTieLost);
    });
  }

  /** What each rule is for each combination of the values that they read; undefined if there are too many. */
  #evaluate(rules: readonly Rule[]): Truth[][] | undefined {
    const comparisons = rules.flatMap(({ when }) => comparisonsIn(when));
    const names = [...new Set(comparisons.map(seenName))];
    const points = names.map((name) => pointsOf(comparisons.filter((one) => seenName(one) === name)));
    const count = points.reduce((product, { length }) => product * length, 1);
    if (count > MOST_COMBINATIONS || count * comparisons.length > this.#left) return undefined;
    this.#left -= count * comparisons.length;
    const places = new Map(comparisons.map((one) => [one, names.indexOf(seenName(one))]));
    return combinations(points).map((seen) => {
      const eyes = { see: (one: Comparison) => seen[places.get(one)!], today: TODAY };
      return rules.map(({ when }) => truthOf(when, eyes));
    });
  }
}

function strictest({ decision }: Rule, truth: Truth): number {
  if (truth === 'false') return 0;
  return truth === 'unknown' || decision === 'BLOCK' ? 2 : 1;
}

/** While days to cure run, BLOCK counts as REVIEW. */
function mildest(rule: Rule, truth: Truth, isCurable: boolean): number {
  return truth === 'true' && isCurable ? Math.min(strictest(rule, truth), 1) : strictest(rule, truth);
}

/** For comparisons of one value: values that stand for all between which they differ. */
function pointsOf(comparisons: readonly Comparison[]): Seen[] {
  const value = valueNamed(comparisons[0]!.value);
  const operands = comparisons.flatMap(({ to }) => to ?? []);
  const points: Seen[] = value.doesNotApply === undefined ? [undefined] : [undefined, null];
  switch (value.type) {
    case 'flag':
      return [...points, true, false];
    case 'band':
      return [...points, ...BANDS];
    case 'word': {
      const words = operands as string[];
      return [...points, ...(value.words ?? new Set([...words, `not ${words.join()}`]))];
    }
    case 'day': {
      const ages = new Set([0, ...operands.map((days) => (days as number) + 1)]);
      return [...points, ...[...ages].map((age) => dateText(TODAY - age))];
    }
    case 'hundredths': {
      // The least of each range within which no comparison changes.
      const starts = comparisons.flatMap(({ is, to }) =>
        to === undefined ? [] : hundredthsOf(to)! + (is === 'at_most' || is === 'above' ? 1 : 0),
      );
      const onScale = starts.filter((start) => start > value.least && start <= value.most);
      return [...points, ...[...new Set([value.least, ...onScale])].map(formatHundredths)];
    }
  }
}

function combinations(points: readonly Seen[][]): Seen[][] {
  return points.reduce<Seen[][]>(
    (all, more) => all.flatMap((one) => more.map((seen) => [...one, seen])),
    [[]],
  );
}
