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
 * One for each provider. A downgrade that a later run found again waits since the first draft that is undecided. It counts as long as
 * the newest run about the provider says the same, because the evidence may have changed since; a refused one waits no more.
 */
export async function waitingDowngrades(
  db: Queries | Writes,
  providerId?: string,
): Promise<WaitingDowngrade[]> {
  let query = db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .innerJoin('provider_states', (join) =>
      join
        .onRef('provider_states.provider_id', '=', 'run_items.provider_id')
        .onRef('provider_states.verification_id', '=', 'run_items.base_verification_id'),
    )
    .innerJoin('indicators', 'indicators.verification_id', 'run_items.base_verification_id')
    .select(['run_items.provider_id', 'run_items.run_id', 'runs.created_at', 'runs.finished_at'])
    .select(['indicators.verification_id', 'indicators.risk_band as previous_band'])
    .select(['run_items.risk_band as new_band'])
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
    .where('runs.kind', 'in', ['manual', 'scheduled'])
    .where('run_items.kind', '=', 'band_change')
    .where('run_items.publication_id', 'is', null)
    .whereRef('run_items.final_score', '<', 'indicators.final_score')
    .orderBy('runs.created_at', 'desc');
  if (providerId !== undefined) query = query.where('run_items.provider_id', '=', providerId);
  const waiting: WaitingDowngrade[] = [];
  for (const [provider_id, drafts] of Map.groupBy(await query.execute(), (row) => row.provider_id)) {
    const newest = await newestRun(db, provider_id);
    if (!drafts.some(({ run_id }) => run_id === newest)) continue;
    let first: (typeof drafts)[number] | null = null;
    for (const draft of drafts) {
      if (!(await isUndecided(db, draft.run_id, provider_id))) break;
      first = draft;
    }
    if (first === null) continue;
    const { verification_id, previous_band, run_id, created_at, finished_at } = first;
    const since = { run_id, since: Number(finished_at ?? created_at) };
    waiting.push({ provider_id, verification_id, ...since, previous_band, new_band: drafts[0]!.new_band! });
  }
  return waiting;
}

async function newestRun(db: Queries | Writes, providerId: string): Promise<string | undefined> {
  const newest = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .select('runs.id')
    .where('run_items.provider_id', '=', providerId)
    .where('runs.status', 'in', ['draft', 'published'])
    .where('runs.kind', 'in', ['manual', 'scheduled'])
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

async function isUndecided(db: Queries | Writes, runId: string, providerId: string): Promise<boolean> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  const [matter] = await draftMatters(db, run, { providerId });
  if (matter === undefined) return false;
  const scope = scopeOfRun(runId);
  return stateOf(await benchOf(db, (await entriesOf(db, [scope])).get(scope)!), matter) === 'open';
}
