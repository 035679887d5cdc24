// The beginning of a store, before which nothing is recorded, and the mark of a demo. The story of a demo is simulated, in the
// name of invented people, so that nothing of it may reach any other store.

import { onceEachTransaction } from '../store/once-each.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { Refusal } from './refusal.ts';
import { instantText } from './times.ts';

/** The signing keys of demos have this name, and so have all checkpoints of their logs. */
export const DEMO_ORIGIN = 'rf-demo';

/** The clocks of machines that share a store may differ a little. */
const SLACK_MS = 60 * 1000;

/** Called in the transaction that initialises a demo. */
export async function markDemo(writes: Writes, beginsAt: number): Promise<void> {
  await writes.insertInto('demo_mark').values({ id: 1, begins_at: beginsAt }).execute();
}

/** Whether the store was made as a demo: it has the mark, and its first signing key is that of demos. */
export async function isDemo(db: Queries | Writes): Promise<boolean> {
  const mark = await provedRow(db, 'demo_mark', () =>
    db.selectFrom('demo_mark').selectAll().executeTakeFirst(),
  );
  return mark !== undefined && (await hasDemoKey(db));
}

export async function hasDemoKey(db: Queries | Writes): Promise<boolean> {
  const first = await db
    .selectFrom('signing_keys')
    .select('public_key')
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst();
  return first?.public_key.startsWith(`${DEMO_ORIGIN}+`) === true;
}

export async function requireDemo(db: Queries | Writes): Promise<void> {
  if (await isDemo(db)) return;
  throw new Refusal(
    'conflict',
    'This store is not a demo. Serve it without --demo, or set RF_DATA_DIR to another folder.',
  );
}

/** When the store was initialised; for a demo, when its story begins. null: it is empty. */
const beginningOf = onceEachTransaction(async (db: Queries | Writes): Promise<number | null> => {
  const first = await db.selectFrom('founding').select('since').orderBy('seq').limit(1).executeTakeFirst();
  return first?.since ?? null;
});

export async function requireSinceBeginning(db: Queries | Writes, instant: number): Promise<void> {
  const beginning = await beginningOf(db);
  if (beginning === null || instant + SLACK_MS >= beginning) return;
  throw new Refusal(
    'conflict',
    `This store began at ${instantText(beginning)}, and nothing is recorded as of before it (${instantText(instant)}).`,
  );
}
