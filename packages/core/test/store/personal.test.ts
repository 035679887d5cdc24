// The columns that hold personal data: the store allows to erase them, and nothing else in append-only tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofOf, TABLE_NAMES, TABLES } from '@rf-indicators/core/store/schema';
import { sql } from 'kysely';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';

const erasable = TABLE_NAMES.flatMap((table) =>
  Object.entries(TABLES[table].columns).flatMap(([column, { spec }]) =>
    spec.personal && 'erasedBy' in spec.personal ? [{ table, column }] : [],
  ),
);

test('every row with personal data that can be erased has its own digest', () => {
  assert.ok(erasable.length > 0);
  for (const { table, column } of erasable)
    assert.deepEqual([TABLES[table].chain, proofOf(table, column)], ['rows', 'chained'], table);
});

/** One row in each append-only table with a column that can be erased. */
const ROWS = `
insert into staff (id, name, created_at) values ('s', 'Ann', 1);
insert into audit (seq, id, at, actor, action, subject) values (1, 'a', 1, 's', 'x', 'y');
insert into requests (id, kind, subject, content, requested_by, requested_at) values ('r', 'k', 's', '{}', 's', 1);
insert into score_requests (id, provider_name, status, received_at) values ('q', 'Zed', 'received', 1);
insert into score_request_notes (id, request_id, noted_at, noted_by, note) values ('n', 'q', 1, 's', 'note');
insert into workspaces (id, name, tier, entitlements, created_at, created_by) values ('w', 'W', 'FREE', '[]', 1, 's');
insert into members (id, workspace_id, name, role, created_at) values ('m', 'w', 'Bea', 'viewer', 1);
insert into terms_acceptances (id, workspace_id, kind, version, digest, accepted_by, accepted_at, accepted_from)
  values ('t', 'w', 'api', '1.0', 'd', 'm', 1, 'here')`;

const PROTECTED = ['audit', 'requests', 'score_request_notes', 'terms_acceptances'] as const;

onEachStore('of append-only records, only what can be erased can be changed', async (kind, t) => {
  const { db } = await emptyStore(kind, t);
  for (const statement of ROWS.split(';\n')) await sql.raw(statement).execute(db);
  for (const table of PROTECTED) {
    for (const column of Object.keys(TABLES[table].columns)) {
      const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(db);
      const name = `${table}.${column}`;
      if (erasable.some((given) => given.table === table && given.column === column)) await change;
      else await assert.rejects(change, /append-only/, name);
    }
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(db), /append-only/, table);
    if (kind === 'postgres')
      await assert.rejects(sql`truncate ${sql.table(table)} cascade`.execute(db), /append-only/, table);
  }
});
