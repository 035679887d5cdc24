// What a test of a policy found, in sentences: where it would have decided otherwise than the active version, or, without one,
// whom it would have stopped. The page and the command say the same.

import type { AnswerOf } from './acts/index.ts';

type PolicyTest = AnswerOf<'policies.test'>;
type Tested = PolicyTest['providers'][number];
type Period = Tested['periods'][number];
type Decision = Period['decision'];

export interface TestFinding {
  provider: string;
  /** The first of its days. */
  from: string;
  title: string;
  detail: string;
}

const DAY_MS = 86_400_000;
const STRICTNESS: readonly Decision[] = ['ALLOW', 'REVIEW', 'BLOCK'];
const WOULD: Record<Decision, string> = {
  ALLOW: 'Would have allowed',
  REVIEW: 'Would have asked for a review of',
  BLOCK: 'Would have blocked',
};
const DID: Record<Decision, string> = { ALLOW: 'allows', REVIEW: 'asks for a review', BLOCK: 'blocks' };

/** Of the most days first. `day` writes a date as readers see it. */
export function testFindings(test: PolicyTest, day: (date: string) => string): TestFinding[] {
  return test.providers
    .flatMap((provider) => differencesOf(provider, test))
    .sort((a, b) => b.days - a.days)
    .map(({ name, decision, days, from, to, other, id }) => ({
      provider: id,
      from,
      title: `${WOULD[decision]} ${name} for ${days} ${days === 1 ? 'day' : 'days'}`,
      detail: [
        from === to ? `on ${day(from)}` : `from ${day(from)} to ${day(to)}`,
        ...(other === null ? [] : [`version ${test.compared_with!.version} ${DID[other]} then`]),
      ].join('; '),
    }));
}

interface Difference {
  id: string;
  name: string;
  decision: Decision;
  /** What the other version decided; null if there is none. */
  other: Decision | null;
  days: number;
  from: string;
  to: string;
}

/** For each decision, and each of the other version, the days on which they were so. */
function differencesOf({ id, name, periods, compared }: Tested, { compared_with }: PolicyTest): Difference[] {
  const found = new Map<string, Difference>();
  const add = (decision: Decision, other: Decision | null, from: string, to: string) => {
    const key = `${decision} ${other}`;
    const known = found.get(key) ?? { id, name, decision, other, days: 0, from, to };
    found.set(key, { ...known, days: known.days + daysIn(from, to), to });
  };
  for (const { from, to, decision } of periods) {
    if (compared_with === null || compared === null) {
      if (decision !== 'ALLOW') add(decision, null, from, to);
      continue;
    }
    for (const other of compared.filter((one) => one.from <= to && one.to >= from)) {
      if (other.decision === decision) continue;
      add(decision, other.decision, from > other.from ? from : other.from, to < other.to ? to : other.to);
    }
  }
  return [...found.values()].sort((a, b) => STRICTNESS.indexOf(b.decision) - STRICTNESS.indexOf(a.decision));
}

/** Both days count. */
export function daysIn(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

type Announced = NonNullable<AnswerOf<'policies.test_framework'>['announced']>;
type TestedUnder = Announced['providers'][number];

export const NO_FRAMEWORK =
  'No framework is announced that is not in effect yet, so there is nothing to test.';

/** Providers that the policy would decide otherwise under an announced framework that it names. */
export function changedBy({ providers }: Announced) {
  return providers.filter(
    (one): one is TestedUnder & { if_accepted: object } =>
      one.if_accepted !== null && one.if_accepted.decision !== one.today.decision,
  );
}
