// Downgrades that wait for their committee: items of undecided drafts that lower the band of a current indicator.

import type { Queries, Writes } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { draftMatters } from './matter-items.ts';
import { benchOf, stateOf } from './standing.ts';

export interface WaitingDowngrade {
  provider_id: string;
  /** The current indicator. */
  verification_id: string;
  /** The oldest draft that lowers the band of this indicator and is undecided, and when it was drafted. */
  run_id: string;
  since: number;
  previous_band: string;
  new_band: string;
}

/**
 * By provider. A downgrade that a later run found again waits since the first. One that was refused, or whose newest draft no
 * longer lowers the band, waits no more.
 */
export async function waitingDowngrades(db: Queries | Writes): Promise<WaitingDowngrade[]> {
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .innerJoin('provider_states', (join) =>
      join
        .onRef('provider_states.provider_id', '=', 'run_items.provider_id')
        .onRef('provider_states.verification_id', '=', 'run_items.base_verification_id'),
    )
    .innerJoin('indicators', 'indicators.verification_id', 'run_items.base_verification_id')
    .select(['run_items.provider_id', 'run_items.run_id', 'run_items.as_of', 'runs.finished_at'])
    .select(['indicators.verification_id', 'indicators.risk_band as previous_band'])
    .select(['run_items.risk_band as new_band'])
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
    .where('run_items.kind', '=', 'band_change')
    .where('run_items.publication_id', 'is', null)
    .whereRef('run_items.final_score', '<', 'indicators.final_score')
    .orderBy('runs.created_at')
    .execute();
  const waiting: WaitingDowngrade[] = [];
  for (const [provider_id, items] of Map.groupBy(rows, (row) => row.provider_id)) {
    const newest = items.at(-1)!;
    if (!(await isUndecided(db, newest.run_id, provider_id))) continue;
    const { verification_id, previous_band, run_id, finished_at } = items[0]!;
    const since = { run_id, since: Number(finished_at ?? 0) };
    waiting.push({ provider_id, verification_id, ...since, previous_band, new_band: newest.new_band! });
  }
  return waiting;
}

async function isUndecided(db: Queries | Writes, runId: string, providerId: string): Promise<boolean> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  const [matter] = await draftMatters(db, run, { providerId });
  if (matter === undefined) return false;
  const scope = scopeOfRun(runId);
  return stateOf(await benchOf(db, (await entriesOf(db, [scope])).get(scope)!), matter) === 'open';
}
