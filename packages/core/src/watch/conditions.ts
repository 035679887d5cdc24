// The conditions of a watch rule: what each kind takes, and what it means if it is absent.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import { WATCH_KINDS, type WatchKind } from '@rf-indicators/contract/acts';
import { Refusal, type RefusalDetail } from '../context/refusal.ts';

export type GivenCondition = DomainInputOf<'watch.create_rule'>['conditions'][number];

/** With what is absent filled in. Scores and points in hundredths. */
export type Condition =
  | { kind: 'below_score'; score: number }
  | { kind: 'fell'; points: number; days: number }
  | { kind: 'band_change'; direction: 'riskier' | 'any' }
  | { kind: 'stale' | 'withdrawn' | 'under_review' }
  | { kind: 'decision_changed'; policy: string | null }
  | { kind: 'limit_breached'; limit: string | null }
  | { kind: 'evidence_lapses'; days: number };

const LAPSE_DAYS = 14;

type Member = Exclude<keyof GivenCondition, 'kind'>;

/** The members that a kind takes; those that it needs. */
const TAKES: Readonly<Record<WatchKind, { needs: readonly Member[]; may: readonly Member[] }>> = {
  below_score: { needs: ['score'], may: [] },
  fell: { needs: ['points', 'days'], may: [] },
  band_change: { needs: [], may: ['direction'] },
  stale: { needs: [], may: [] },
  withdrawn: { needs: [], may: [] },
  under_review: { needs: [], may: [] },
  decision_changed: { needs: [], may: ['policy'] },
  limit_breached: { needs: [], may: ['limit'] },
  evidence_lapses: { needs: [], may: ['days'] },
};

/** In the order of the kinds. Refuses what a kind does not take, and limits without a book. */
export function readConditions(
  given: readonly GivenCondition[],
  { ofBook }: { ofBook: boolean },
): GivenCondition[] {
  const details = given.flatMap((condition, index) => problemsOf(condition, index, given, ofBook));
  if (details.length > 0) throw new Refusal('validation_failed', 'The conditions are not valid.', details);
  return WATCH_KINDS.flatMap((kind) => given.filter((condition) => condition.kind === kind));
}

function problemsOf(
  condition: GivenCondition,
  index: number,
  all: readonly GivenCondition[],
  ofBook: boolean,
): RefusalDetail[] {
  const { kind, ...members } = condition;
  const { needs, may } = TAKES[kind];
  const place = `/conditions/${index}`;
  const given = Object.keys(members) as Member[];
  const details = [
    ...needs
      .filter((member) => members[member] === undefined)
      .map((member) => ({ place, code: 'missing', message: `${kind} needs ${member}` })),
    ...given
      .filter((member) => !needs.includes(member) && !may.includes(member))
      .map((member) => ({
        place: `${place}/${member}`,
        code: 'unknown',
        message: `is not a member of ${kind}`,
      })),
  ];
  if (all.findIndex((other) => other.kind === kind) < index)
    details.push({ place, code: 'repeated', message: `${kind} is there already` });
  if (kind === 'limit_breached' && !ofBook)
    details.push({ place, code: 'book', message: 'only a book has limits: name a book, or leave this out' });
  return details;
}

export function asConditions(given: readonly GivenCondition[]): Condition[] {
  return given.map((one): Condition => {
    const { kind, score, points, days, direction, policy, limit } = one;
    switch (kind) {
      case 'below_score':
        return { kind, score: Math.round(score! * 100) };
      case 'fell':
        return { kind, points: Math.round(points! * 100), days: days! };
      case 'band_change':
        return { kind, direction: direction ?? 'riskier' };
      case 'decision_changed':
        return { kind, policy: policy ?? null };
      case 'limit_breached':
        return { kind, limit: limit ?? null };
      case 'evidence_lapses':
        return { kind, days: days ?? LAPSE_DAYS };
      default:
        return { kind };
    }
  });
}
