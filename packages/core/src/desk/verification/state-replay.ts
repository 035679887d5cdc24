// Recomputes, from the publications and withdrawals in their order, which inputs of a provider are contested, and since
// when its recorded inputs could not be scored.

import { sql } from 'kysely';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { isUnscorable, UNSCORABLE_REASON } from '../publication/states.ts';

export interface ReplayedState {
  current: string | null;
  contested: string;
  unscorable_since: number | null;
  unscorable_reason: string | null;
}

type Item = Pick<
  Database['run_items'],
  'provider_id' | 'action' | 'contested' | 'outcome' | 'outcome_detail' | 'base_verification_id'
>;

const ITEMS_AT_ONCE = 1000;

const NOTHING: ReplayedState = {
  current: null,
  contested: '[]',
  unscorable_since: null,
  unscorable_reason: null,
};

export async function replayStates(db: Queries): Promise<Map<string, ReplayedState>> {
  const states = new Map<string, ReplayedState>();
  const publications = await db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select(['publications.id', 'publications.run_id', 'publications.published_at as at', 'runs.as_of'])
    .execute();
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select(['provider_id', 'withdrawn_at as at'])
    .execute();
  const acts = [...publications, ...withdrawals].sort((a, b) => a.at - b.at);
  for (const act of acts) {
    if (!('run_id' in act)) states.set(act.provider_id, NOTHING);
    else await replayPublication(db, states, act);
  }
  return states;
}

async function replayPublication(
  db: Queries,
  states: Map<string, ReplayedState>,
  { id, run_id, as_of }: { id: string; run_id: string; as_of: number },
): Promise<void> {
  for await (const item of itemsOf(db, run_id)) {
    const { provider_id, action, contested } = item;
    const before = states.get(provider_id) ?? NOTHING;
    if (action === 'mark_stale') {
      const after = withoutScore(before, item, as_of);
      if (after !== null) states.set(provider_id, after);
    } else if (item.publication_id === id) {
      // Correcting a superseded indicator does not change the current one.
      if (action === 'publish' && item.corrects !== null && item.supersedes === null) continue;
      const current = action === 'publish' ? item.verification_id : before.current;
      states.set(provider_id, { ...NOTHING, current, contested });
    }
  }
}

async function* itemsOf(db: Queries, runId: string) {
  for (let last: { provider_id: string; as_of: number } | null = null; ; ) {
    let query = selectItems(db, runId)
      .orderBy('run_items.provider_id')
      .orderBy('run_items.as_of')
      .limit(ITEMS_AT_ONCE);
    if (last !== null) {
      const { provider_id, as_of } = last;
      query = query.where(
        sql<boolean>`(run_items.provider_id, run_items.as_of) > (${provider_id}, ${as_of})`,
      );
    }
    const items = await query.execute();
    yield* items;
    if (items.length < ITEMS_AT_ONCE) return;
    last = items.at(-1)!;
  }
}

function selectItems(db: Queries, runId: string) {
  return db
    .selectFrom('run_items')
    .leftJoin('indicators', 'indicators.verification_id', 'run_items.verification_id')
    .select(['run_items.provider_id', 'run_items.as_of', 'run_items.action', 'run_items.contested'])
    .select('run_items.publication_id')
    .select(['outcome', 'outcome_detail', 'base_verification_id', 'run_items.verification_id'])
    .select(['indicators.corrects', 'indicators.supersedes'])
    .where('run_id', '=', runId)
    .where('action', 'in', ['publish', 'verify', 'mark_stale']);
}

function withoutScore(before: ReplayedState, item: Item, asOf: number): ReplayedState | null {
  const concerns = before.current !== null && before.current === item.base_verification_id;
  if (!concerns || before.unscorable_since !== null || !isUnscorable(item.outcome, item.outcome_detail))
    return null;
  return { ...before, unscorable_since: asOf, unscorable_reason: UNSCORABLE_REASON };
}
