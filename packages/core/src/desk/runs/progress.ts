// How far long work on a run has come. It is kept in the store, so that every page shows it, no matter who began the work.

import type { Database, RunStage } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** Work that has not moved for this long was cut off: its process has ended. */
const SILENT_MS = 2 * 60 * 1000;

export type Progress = Omit<Database['run_progress'], 'run_id'>;

export async function startProgress(
  writes: Writes,
  runId: string,
  stage: RunStage,
  total: number,
  now: number,
): Promise<void> {
  const start = { done: 0, total, started_at: now, updated_at: now };
  await writes
    .insertInto('run_progress')
    .values({ run_id: runId, stage, ...start })
    .onConflict((conflict) => conflict.columns(['run_id', 'stage']).doUpdateSet(start))
    .execute();
}

export async function moveProgress(
  writes: Writes,
  runId: string,
  stage: RunStage,
  done: number,
  now: number,
): Promise<void> {
  await writes
    .updateTable('run_progress')
    .set({ done, updated_at: now })
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .execute();
}

export async function endProgress(writes: Writes, runId: string, stage: RunStage): Promise<void> {
  await writes.deleteFrom('run_progress').where('run_id', '=', runId).where('stage', '=', stage).execute();
}

/** What is under way on any run, for pages that follow it. */
export function liveProgress(db: Queries, now: number): Promise<Database['run_progress'][]> {
  return db
    .selectFrom('run_progress')
    .selectAll()
    .where('updated_at', '>', now - SILENT_MS)
    .execute();
}

export interface RunWork {
  /** How many providers it scores; null for a run of an older version, or a correction. */
  providers: number | null;
  /** What is under way; null if nothing is. */
  progress: Progress | null;
}

/** By run id. */
export async function workOn(
  db: Queries,
  runs: readonly Pick<Database['runs'], 'id' | 'status'>[],
  now: number,
): Promise<Map<string, RunWork>> {
  if (runs.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_progress')
    .selectAll()
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .execute();
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  return new Map(
    runs.map(({ id, status }) => {
      const own = byRun.get(id) ?? [];
      const wanted = status === 'computing' ? 'scoring' : status === 'draft' ? 'publishing' : null;
      const found = own.find(({ stage }) => stage === wanted);
      const isAlive = found !== undefined && now - found.updated_at < SILENT_MS;
      const scoring = own.find(({ stage }) => stage === 'scoring');
      return [id, { providers: scoring?.total ?? null, progress: isAlive ? progressOf(found) : null }];
    }),
  );
}

function progressOf({ run_id: _, ...progress }: Database['run_progress']): Progress {
  return progress;
}
