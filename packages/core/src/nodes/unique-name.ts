// Refuses to start a second node with the name of one that is running. A node that was killed leaves its row behind, so
// a row that looks alive is watched until it moves or is old enough.

import { setTimeout as wait } from 'node:timers/promises';
import { type Store, StoreError } from '../store/store.ts';
import { listNodes } from './registry.ts';

/** Two heartbeats and a half: a running node moves its row within this time. */
const WATCHED_MS = 5000;
/** One heartbeat and a half, for a row that is older: its node may have been held up for a while. */
const LEAST_WATCHED_MS = 3000;
const LOOK_MS = 250;

/** `tell` is called once if it has to wait. */
export async function requireUniqueName(
  { db, kind }: Store,
  name: string,
  tell: (line: string) => void,
): Promise<void> {
  const find = async () =>
    (await listNodes(db, kind, Date.now())).find((node) => node.name === name && node.live);
  const first = await find();
  if (first === undefined) return;
  tell(`A node named ${name} was running a moment ago. Waiting a few seconds to see whether it still is.`);
  // A node that was killed a while ago has not moved its row for some of the time already.
  const end = performance.now() + Math.max(LEAST_WATCHED_MS, WATCHED_MS - first.age_ms);
  while (performance.now() < end) {
    await wait(LOOK_MS);
    const now = await find();
    if (now === undefined) return;
    if (now.last_seen_at === first.last_seen_at) continue;
    throw new StoreError(
      `Another node named ${name} is running on this store. Set RF_NODE to a name of its own for each node.`,
    );
  }
  // It was killed. Its row is gone before the heartbeat of the new process looks for it.
  await db
    .deleteFrom('nodes')
    .where('name', '=', name)
    .where('last_seen_at', '=', first.last_seen_at)
    .execute();
}
