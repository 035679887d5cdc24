// Prepares the snapshots of indicators that have none: of a store that an older version wrote, or whose templates have
// another form. It works in small transactions, so that it can run beside other work and be interrupted at any time.

import { setTimeout as wait } from 'node:timers/promises';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Store } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { refreshServed } from '../served/refresh.ts';
import { type Content, readContents } from './content.ts';
import { snapshotPreparer, writeSnapshots } from './prepare.ts';
import { TEMPLATE_FORM } from './template-form.ts';
import { packagedYields } from './yields.ts';

const INDICATORS_AT_ONCE = 50;

/** Other writers get their turn between two transactions. */
const PAUSE_MS = 50;

/** Works for about the given time. */
export async function completeSnapshots(store: Store, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  let last: number | null = await completeSome(store, -1);
  while (last !== null && performance.now() < until) {
    await wait(PAUSE_MS);
    last = await completeSome(store, last);
  }
  await completeServed(store);
}

/** Rows that an older version wrote meanwhile do not say when evidence lapses; their snapshots do. */
async function completeServed(store: Store): Promise<void> {
  const undated = await store.db
    .selectFrom('served_indicators')
    .innerJoin(
      'prepared_snapshots',
      'prepared_snapshots.verification_id',
      'served_indicators.verification_id',
    )
    .select('served_indicators.provider_id')
    .where('served_indicators.next_lapse_at', 'is', null)
    .where('prepared_snapshots.next_lapse_at', 'is not', null)
    .execute();
  for (const portion of inPortions(undated, INDICATORS_AT_ONCE)) {
    await store.transaction(async (writes) => {
      await refreshServed(
        writes,
        portion.map(({ provider_id }) => provider_id),
      );
      await moveTopic(writes, 'published');
    });
  }
}

/** Returns the log index to continue after; null when no indicator is left. */
async function completeSome(store: Store, after: number): Promise<number | null> {
  const unprepared = await withoutSnapshot(store.db, after);
  const last = unprepared.at(-1);
  if (last === undefined) return null;
  const contents: [string, Content][] = [];
  for await (const [{ verificationId }, content] of readContents(store.db, unprepared)) {
    // What yields an older package shows depends on the time that is asked for.
    if (packagedYields(content.package) !== null) contents.push([verificationId, content]);
  }
  const prepared = await snapshotPreparer(store.db)(contents);
  await store.transaction(async (writes) => {
    const ids = prepared.rows.map(({ verification_id }) => verification_id);
    if (ids.length === 0) return;
    await writes.deleteFrom('prepared_snapshots').where('verification_id', 'in', ids).execute();
    await writeSnapshots(writes, prepared);
    const current = await writes
      .selectFrom('served_indicators')
      .select('provider_id')
      .where(
        'provider_id',
        'in',
        unprepared.map(({ providerId }) => providerId),
      )
      .where('verification_id', 'in', ids)
      .execute();
    await refreshServed(
      writes,
      current.map(({ provider_id }) => provider_id),
    );
    if (current.length > 0) await moveTopic(writes, 'published');
  });
  return last.logIndex;
}

function withoutSnapshot(db: Queries, after: number) {
  return db
    .selectFrom('indicators')
    .leftJoin('prepared_snapshots', 'prepared_snapshots.verification_id', 'indicators.verification_id')
    .select([
      'indicators.verification_id as verificationId',
      'indicators.provider_id as providerId',
      'indicators.package_hash as packageHash',
      'indicators.methodology_digest as methodologyDigest',
      'indicators.log_index as logIndex',
    ])
    .where('indicators.log_index', '>', after)
    .where(({ eb, or }) =>
      or([eb('prepared_snapshots.form', 'is', null), eb('prepared_snapshots.form', '<>', TEMPLATE_FORM)]),
    )
    .orderBy('indicators.log_index')
    .limit(INDICATORS_AT_ONCE)
    .execute();
}
