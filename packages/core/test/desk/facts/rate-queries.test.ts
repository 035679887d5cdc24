// Reference rates are few among the proposals. A run asks for them with every hundred providers, so on SQLite, which
// gathers no statistics by itself, these queries must not read every decision.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvedRates } from '@rf-indicators/core/desk/facts/facts';
import { listReferenceRates } from '@rf-indicators/core/desk/providers/reference-rates';
import { migrate } from '@rf-indicators/core/store/migrate';
import { openSqliteInMemory } from '@rf-indicators/core/store/sqlite';
import type { Queries } from '@rf-indicators/core/store/store';
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';

/** The large tables that the queries of this work read from the first row to the last. */
async function scansOf(db: Queries, work: (db: Queries) => Promise<unknown>): Promise<string[]> {
  const queries: RootOperationNode[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  const scans: string[] = [];
  for (const query of queries) {
    const { sql, parameters } = db.getExecutor().compileQuery(query, createQueryId());
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(plan);
    scans.push(
      ...rows
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN (proposals|decisions|evidence)\b/.test(detail)),
    );
  }
  return scans;
}

test('reference rates are found without reading every decision', async (t) => {
  const store = openSqliteInMemory();
  t.after(() => store.close());
  await migrate(store.db, store.kind);
  assert.deepEqual(await scansOf(store.db, (db) => approvedRates(db, 0, 0)), []);
  assert.deepEqual(await scansOf(store.db, (db) => listReferenceRates(db)), []);
});
