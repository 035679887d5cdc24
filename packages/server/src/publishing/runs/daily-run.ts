// The daily run: once after its hour, by whichever process comes first, a draft for review or published by
// itself where the operator says so.

import type { Desk } from '../desk.ts';
import { SERVICE } from '../desk.ts';
import { publishRun } from '../publish/publish.ts';
import type { Publisher } from '../publish/publisher.ts';
import { computeRun } from './run.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR_OF_DAY = 6;

/** The newest hour at which a daily run is due, in UTC. */
export function dueSince(now: number): number {
  const today = Math.floor(now / DAY) * DAY + HOUR_OF_DAY * 60 * 60 * 1000;
  return today <= now ? today : today - DAY;
}

/** The id of the run that was made; null where it was made already. */
export async function runDaily(desk: Desk, publisher: Publisher, publish: boolean): Promise<string | null> {
  const { db } = desk.store;
  const since = dueSince(desk.clock());
  const made = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', 'scheduled')
    .where('status', '<>', 'discarded')
    .where('as_of', '>=', since)
    .executeTakeFirst();
  if (made !== undefined) return null;
  const runId = await computeRun(desk, SERVICE, {
    kind: 'scheduled',
    asOf: desk.clock(),
    policy: publisher.policy,
  });
  if (publish) await publishRun(desk, SERVICE, runId, publisher);
  return runId;
}
