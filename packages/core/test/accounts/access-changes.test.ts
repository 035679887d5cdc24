// A process that reads only what changed knows what one that reads everything knows.

import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { AccessFollower } from '@rf-indicators/core/accounts/access-follower';
import {
  type AccessRow,
  findAccess,
  keysOfWorkspace,
  keysWithIds,
  readAccess,
} from '@rf-indicators/core/accounts/access-table';
import { revokeKey, rotateKey, upgradeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import type { Member } from '@rf-indicators/core/accounts/members';
import { disablePilot, enablePilot, setTier } from '@rf-indicators/core/accounts/workspaces';
import { hashToken } from '@rf-indicators/core/secrets/tokens';
import type { Queries } from '@rf-indicators/core/store/store';
import { type Compilable, CompiledQuery, sql } from 'kysely';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  accept,
  type Customers,
  claimed,
  customers,
  ready,
} from '../../../../test/support/workspace-fixture.ts';

onEitherStore('applying the changed rows to the known ones gives the complete table', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const { db } = desk.store;
  const known = new Map<string, AccessRow>();
  const follower = new AccessFollower(db);
  /** How many keys were read again. */
  const follow = async (): Promise<number> => {
    const rows = (await follower.readChanges())?.rows ?? [];
    for (const row of rows) known.set(row.keyId, row);
    const byId = (a: AccessRow, b: AccessRow) => (a.keyId < b.keyId ? -1 : 1);
    assert.deepEqual([...known.values()].sort(byId), (await readAccess(db)).sort(byId));
    return rows.length;
  };
  const after = async (act: Promise<unknown>) => {
    await act;
    return follow();
  };
  const { member: ada } = await claimed(given);
  const bea = await ready(given, { name: 'Birch' });
  await accept(given, ada, 'api');
  const key = (member: Member, name: string) => createKey(desk, member, { name, tier: 'FREE' });
  assert.equal(await after(key(bea, 'other')), 1);
  const one = await key(ada, 'one');
  assert.equal(await after(key(ada, 'two')), 2);
  assert.equal(await follow(), 0, 'nothing changed');
  assert.equal(await after(enablePilot(desk, operator, 'Acorn')), 2);
  assert.equal(await after(accept(given, ada, 'agent')), 2);
  assert.equal(await after(upgradeKey(desk, ada, one.id, 'PROFESSIONAL')), 1);
  assert.equal(await after(rotateKey(desk, ada, one.id)), 2);
  assert.equal(await after(revokeKey(desk, ada, 'two')), 1);
  assert.equal(await after(disablePilot(desk, operator, 'Acorn')), 3);
  assert.equal(await after(setTier(desk, operator, 'Acorn', 'FREE')), 3);
  assert.equal((await findAccess(db, hashToken(one.key)))!.workspaceTier, 'FREE');
  assert.equal(await findAccess(db, hashToken('unknown')), null);
});

/** Keys of one workspace, all of them valid. */
async function addKeys({ desk }: Customers, member: Member, count: number): Promise<void> {
  const { workspace, id } = member;
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into api_keys (id, workspace_id, key_hash, prefix, name, tier, agent_scope, created_at, created_by)
    select 'filler ' || n, ${sql.lit(workspace.id)}, 'hash ' || n, 'rf_live_filler', 'filler ' || n, 'FREE', 0, 1,
      ${sql.lit(id)} from numbers`.execute(desk.store.db);
}

/** Steps of a plan that look at every row of a table. */
async function scansOf(db: Queries, query: Compilable): Promise<string[]> {
  const { sql: text, parameters } = query.compile();
  const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan);
  return rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'));
}

onEitherStore('a key among 100,000 is created and read as one among 100 is', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { db } = desk.store;
  const ada = await ready(given);
  let made = 0;
  const follower = new AccessFollower(db);
  await follower.readAll();
  const create = async (): Promise<{ rows: number; ms: number }> => {
    const begun = performance.now();
    made += 1;
    await createKey(desk, ada, { name: `new ${made}`, tier: 'FREE' });
    const { rows } = (await follower.readChanges())!;
    return { rows: rows.length, ms: performance.now() - begun };
  };
  const measure = async () => {
    const measured = [];
    for (let at = 0; at < 21; at += 1) measured.push(await create());
    for (const { rows } of measured) assert.equal(rows, 1);
    return measured.map(({ ms }) => ms).sort((a, b) => a - b)[10]!;
  };
  await addKeys(given, ada, 100);
  const few = await measure();
  await db.deleteFrom('api_keys').where('name', 'like', 'filler%').execute();
  await addKeys(given, ada, 100_000);
  const many = await measure();
  t.diagnostic(
    `median of 21: ${few.toFixed(2)} ms among 100, ${many.toFixed(2)} ms among 100,000 (${(many / few).toFixed(2)} times)`,
  );
  if (kind === 'postgres') return;
  const queries = [keysWithIds(db, ['k']), keysOfWorkspace(db, 'w')];
  for (const query of queries) assert.deepEqual(await scansOf(db, query), []);
});
