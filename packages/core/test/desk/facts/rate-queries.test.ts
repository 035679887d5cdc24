// Reference rates are few among the proposals. A run asks for them with every hundred providers, so on SQLite, which
// gathers no statistics by itself, these queries must not read every decision.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvedRates } from '@rf-indicators/core/desk/facts/facts';
import { listReferenceRates } from '@rf-indicators/core/desk/providers/reference-rates';
import { migrate } from '@rf-indicators/core/store/migrate';
import { openSqliteInMemory } from '@rf-indicators/core/store/sqlite';
import type { Queries } from '@rf-indicators/core/store/store';
import { watchReads } from '../../../../../test/support/read-rows.ts';

/** The large tables that the queries of this work read from the first row to the last. */
async function scansOf(db: Queries, work: (db: Queries) => Promise<unknown>): Promise<string[]> {
  const reads = watchReads(db);
  await work(reads.db);
  return (await reads.plans()).filter((detail) => /\bSCAN (proposals|decisions|evidence)\b/.test(detail));
}

test('reference rates are found without reading every decision', async (t) => {
  const store = openSqliteInMemory();
  t.after(() => store.close());
  await migrate(store.db, store.kind);
  assert.deepEqual(await scansOf(store.db, (db) => approvedRates(db, 0, 0)), []);
  assert.deepEqual(await scansOf(store.db, (db) => listReferenceRates(db)), []);
});
