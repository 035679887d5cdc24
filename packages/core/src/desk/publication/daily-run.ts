// The daily run: computed once a day by whichever process comes first, and left as a draft or published
// automatically, as configured.

import { SERVICE } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { computeRun } from '../runs/run.ts';
import { publishRun } from './publish.ts';
import type { Publisher } from './publisher.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const HOUR_OF_DAY = 6;

/** The latest time, up to now, at which a daily run was due (06:00 UTC). */
export function dueSince(now: number): number {
  const today = Math.floor(now / DAY) * DAY + HOUR_OF_DAY * HOUR;
  return today <= now ? today : today - DAY;
}

/** Returns the id of the run that was computed or published; null if there was nothing to do. */
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

/** A draft to retry because its publication failed. One that waits for a second person has a publication already. */
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
