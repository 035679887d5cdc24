// The daily run: once after its hour, by whichever process comes first, a draft for review or published by
// itself where the operator says so.

import { SERVICE } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { publishRun } from '../publication/publish.ts';
import type { Publisher } from '../publication/publisher.ts';
import { computeRun } from './run.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const HOUR_OF_DAY = 6;

/** The newest hour at which a daily run is due, in UTC. */
export function dueSince(now: number): number {
  const today = Math.floor(now / DAY) * DAY + HOUR_OF_DAY * HOUR;
  return today <= now ? today : today - DAY;
}

/** The id of the run that was made or published; null where nothing was left to do. */
export async function runDaily(
  context: Context,
  publisher: Publisher,
  publish: boolean,
): Promise<string | null> {
  const since = dueSince(context.clock());
  const made = await computeOnce(context, publisher, since);
  const runId = made ?? (publish ? await unpublishedDraft(context, since) : null);
  if (runId !== null && publish) await publishRun(context, SERVICE, runId, publisher);
  return runId;
}

async function computeOnce(context: Context, { policy }: Publisher, since: number): Promise<string | null> {
  try {
    const asOf = context.clock();
    return await computeRun(context, SERVICE, { kind: 'scheduled', asOf, onlyFirstSince: since, policy });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return null;
    throw error;
  }
}

/** A draft whose publication failed is tried again; one that waits for a second person was published in part. */
async function unpublishedDraft({ store }: Context, since: number): Promise<string | null> {
  const row = await store.db
    .selectFrom('runs')
    .leftJoin('publications', 'publications.run_id', 'runs.id')
    .select('runs.id')
    .where('runs.kind', '=', 'scheduled')
    .where('runs.status', '=', 'draft')
    .where('runs.as_of', '>=', since)
    .where('publications.id', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}
