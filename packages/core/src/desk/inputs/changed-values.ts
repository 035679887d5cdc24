// Refuses a decision on a proposal if another value counts now than the one that the reviewer has seen.

import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { currentValues } from '../facts/current-values.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import type { OpenProposal } from './open-proposals.ts';

/** `seen` has the value that counted then, by proposal. */
export async function refuseChanged(
  writes: Writes,
  proposals: readonly OpenProposal[],
  seen: ReadonlyMap<string, string | null>,
  now: number,
): Promise<void> {
  const effective = await findEffectiveMethodology(writes, now);
  if (effective === null) return;
  const knownAt = await instantAfterRuns(writes, now);
  const current = await currentValues(writes, effective.methodology, proposals, now, knownAt);
  const changed: RefusalDetail[] = proposals.flatMap(({ id, slug, currency, input_id }, at) => {
    const [before, value] = [seen.get(id) ?? null, current[at]!];
    if (before === value) return [];
    const message = `changed since you looked: the value that counts was ${before ?? 'none'} and is ${value ?? 'none'} now`;
    return [{ place: `${slug ?? currency} ${input_id}`, code: 'changed', message }];
  });
  if (changed.length === 0) return;
  const [{ place, message } = { place: '', message: '' }] = changed;
  throw new Refusal('conflict', `Nothing was decided: ${place} ${message}.`, changed);
}
