// What the author of a rationale works with: the inputs that moved the score, those that would move it, and what the text
// must not contain.

import { RATIONALE_LENGTH } from '@rf-indicators/contract';
import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import {
  type Change,
  type ComputationPackage,
  explainChange,
  type Methodology,
  nearestChanges,
  type Scored,
} from '@rf-indicators/engine';
import type { Queries, Writes } from '../../store/store.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { rescore } from '../runs/current-indicators.ts';
import { type Hidden, hiddenIn, inputName } from './check-text.ts';
import type { Subject } from './subjects.ts';

const MOST_NAMED = 5;

type Prepared = DomainAnswerOf<'rationales.prepare'>;
type Named = Prepared['would_raise'][number];

interface Material {
  methodology: Methodology;
  results: { package: ComputationPackage; scored: Scored }[];
  change: Change | null;
}

/** Reads the packages of the subject, the newest last. `frameworks` keeps those that were read. */
export async function materialOf(
  db: Queries | Writes,
  { packageHashes, change }: Subject,
  frameworks = new Map<string, Methodology>(),
): Promise<Material> {
  const packages = await readPackages(db as Queries, packageHashes);
  const results: Material['results'] = [];
  for (const hash of packageHashes) {
    const content = packages.get(hash)!;
    const digest = content.methodology_digest;
    const methodology =
      frameworks.get(digest) ?? (await methodologyByDigest(db as Queries, digest)).methodology;
    frameworks.set(digest, methodology);
    results.push({ package: content, scored: rescore(methodology, content) });
  }
  const now = results.at(-1)!;
  const before = results.length > 1 ? results[0]! : null;
  return {
    methodology: now.scored.trace.methodology,
    results,
    change: change ?? (before === null ? null : explainChange(before.scored, now.scored)),
  };
}

export function hiddenOf({ methodology, results, change }: Material): Hidden {
  const scores = results.map(({ package: { result } }) => result.final_score);
  const delta = change === null ? [] : [change.delta.replace('-', '')];
  return hiddenIn(methodology, results, change?.parts ?? [], [...scores, ...delta]);
}

/** By their names only, so that an author finds no figure to copy. */
export function offered({
  methodology,
  results,
  change,
}: Material): Pick<
  Prepared,
  'drivers' | 'caps_moved' | 'would_raise' | 'would_lower' | 'shortest' | 'longest'
> {
  const { scored, package: content } = results.at(-1)!;
  const near = nearestChanges(scored);
  const by = (size: 'shortfall' | 'contribution') =>
    [...content.result.criteria]
      .filter((criterion) => Number(criterion[size]) > 0)
      .sort((a, b) => Number(b[size]) - Number(a[size]))
      .map(({ id }) => id);
  const parts = (change?.parts ?? []).filter(({ criterion_id }) => criterion_id !== null);
  return {
    drivers: parts
      .toSorted((a, b) => Math.abs(Number(b.points)) - Math.abs(Number(a.points)))
      .slice(0, MOST_NAMED)
      .map(({ criterion_id, points }) => ({
        ...named(methodology, criterion_id!),
        direction: Number(points) > 0 ? 'raised' : Number(points) < 0 ? 'lowered' : 'unchanged',
      })),
    caps_moved: (change?.parts ?? []).some(({ kind }) => kind === 'caps'),
    would_raise: some(methodology, near.next_band?.id, by('shortfall')),
    would_lower: some(methodology, near.lower_band?.id, by('contribution')),
    shortest: RATIONALE_LENGTH.shortest,
    longest: RATIONALE_LENGTH.longest,
  };
}

/** The nearest change of band comes first. */
function some(methodology: Methodology, nearest: string | undefined, ids: readonly string[]): Named[] {
  const all = [...new Set([...(nearest === undefined ? [] : [nearest]), ...ids])];
  return all.slice(0, MOST_NAMED).map((id) => named(methodology, id));
}

function named(methodology: Methodology, id: string): Named {
  const criterion = methodology.criterionById.get(id);
  const module = criterion === undefined ? null : methodology.modules[criterion.module]!.label;
  return { input: id, name: inputName(methodology, id), module: module ?? 'Gate' };
}
