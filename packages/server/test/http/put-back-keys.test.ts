// API keys that lost rights, and whose older genuine rows somebody puts back into the database: neither a process that runs nor
// one that starts gives them anything.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AccessFollower } from '@rf-indicators/core/accounts/access-follower';
import { findAccess } from '@rf-indicators/core/accounts/access-table';
import { revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { disablePilot, enablePilot, setTier } from '@rf-indicators/core/accounts/workspaces';
import { hashToken } from '@rf-indicators/core/secrets/tokens';
import { connectStore } from '@rf-indicators/core/store/connect';
import { ForgedAuthority } from '@rf-indicators/core/store/records/authority';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { Forger } from '../../../../test/support/forger.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { locationFrom, onEitherStore } from '../../../../test/support/stores.ts';
import { MIGRATED, TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { customers, HOUR, ready } from '../../../../test/support/workspace-fixture.ts';
import { Credentials } from '../../src/http/credentials.ts';
import { FailureBook } from '../../src/http/failure-book.ts';
import { UsageBook } from '../../src/http/usage-book.ts';

/** A process of the service, as far as it keeps keys. */
async function serviceOn(store: Store, clock: () => number) {
  const credentials = new Credentials(new UsageBook(), new FailureBook(clock));
  const follower = new AccessFollower(store.db);
  credentials.apply(await follower.readAll());
  return {
    follow: async () => {
      const changes = await follower.readChanges();
      if (changes !== null) credentials.apply(changes);
    },
    /** As the reading thread does when it finds that the chain was altered. */
    compare: async () => credentials.apply(await follower.readAltered()),
    /** The tier of the key, or why it is refused. A key that is not known is looked up. */
    ask: async (key: string): Promise<string> => {
      const found = credentials.check(key, clock());
      if (found === 'invalid_api_key') {
        const row = await findAccess(store.db, hashToken(key));
        if (row !== null) credentials.addFound(row);
      }
      const checked = credentials.check(key, clock());
      return typeof checked === 'string' ? checked : checked.tier;
    },
    credentials,
  };
}

async function setUp(kind: StoreKind, t: TestContext) {
  const location = { ...(await locationFrom(MIGRATED, kind, t)), masterKey: TEST_MASTER_KEY };
  const open = async () => {
    const store = await connectStore(location);
    cleanUp(t, () => store.close());
    return store;
  };
  const given = await customers(kind, t, await open());
  const ada = await ready(given);
  const forger = await Forger.at(await open());
  const start = async () => serviceOn(await open(), () => given.desk.now);
  const create = async (name: string) => (await createKey(given.desk, ada, { name, tier: 'ENTERPRISE' })).key;
  const rowOf = async (table: Table, name: string): Promise<Row> =>
    (await forger.rowsOf(table)).find((row) => row.name === name)!;
  return { ...given, ada, forger, open, start, create, rowOf };
}

onEitherStore('a key that was revoked, and its older row put back, is refused', async (kind, t) => {
  const { desk, ada, forger, start, create, rowOf } = await setUp(kind, t);
  const key = await create('one');
  const service = await start();
  assert.equal(await service.ask(key), 'ENTERPRISE');
  const before = await rowOf('api_keys', 'one');
  await revokeKey(desk, ada, 'one');
  const after = await rowOf('api_keys', 'one');
  await forger.change('api_keys', before, before);
  await service.follow();
  assert.equal(await service.ask(key), 'invalid_api_key');
  assert.equal(await (await start()).ask(key), 'invalid_api_key');

  // The revoked row says what it is, once it is back.
  await forger.change('api_keys', after, after);
  assert.equal(await service.ask(key), 'revoked_api_key');
  await forger.change('api_keys', before, before);
  assert.equal(await service.ask(key), 'revoked_api_key');
});

onEitherStore('neither is one whose older row is put back with its older entry', async (kind, t) => {
  const { desk, ada, forger, start, create, rowOf } = await setUp(kind, t);
  const key = await create('one');
  const service = await start();
  const before = await rowOf('api_keys', 'one');
  const isOwn = ({ table_name }: { table_name: string }) => table_name === 'api_keys';
  const { seq, salt } = (await forger.entries()).findLast(isOwn)!;
  await revokeKey(desk, ada, 'one');
  await forger.change('api_keys', before, before);
  // The salt of the older entry was deleted; somebody may have copied it before.
  const newest = (await forger.entries()).findLast(isOwn)!.seq;
  await forger.store.db.updateTable('record_chain').set({ salt: null }).where('seq', '=', newest).execute();
  await forger.store.db.updateTable('record_chain').set({ salt }).where('seq', '=', seq).execute();
  await service.follow();
  assert.equal(await service.ask(key), 'invalid_api_key');
  assert.equal(await (await start()).ask(key), 'invalid_api_key');
});

onEitherStore('a key whose grace period, tier or workspace was put back is refused', async (kind, t) => {
  const { desk, ada, operator, forger, start, create, rowOf } = await setUp(kind, t);
  const [first, second] = [await create('first'), await create('second')];
  const service = await start();
  const asked = async () => [await service.ask(first), await service.ask(second)];
  assert.deepEqual(await asked(), ['ENTERPRISE', 'ENTERPRISE']);

  const before = await rowOf('api_keys', 'first');
  await rotateKey(desk, ada, before.id as string, 1);
  await forger.change('api_keys', before, before);
  await service.follow();
  desk.now += 2 * HOUR;
  assert.deepEqual(await asked(), ['invalid_api_key', 'ENTERPRISE']);

  const workspace = await rowOf('workspaces', 'Acorn');
  await enablePilot(desk, operator, 'Acorn');
  await disablePilot(desk, operator, 'Acorn');
  await service.follow();
  assert.deepEqual(await asked(), ['invalid_api_key', 'ENTERPRISE'], 'nothing was put back');
  for (const act of [
    () => setTier(desk, operator, 'Acorn', 'FREE'),
    () => suspendWorkspace(desk, operator, 'Acorn', 'It does not pay.'),
  ]) {
    await act();
    const genuine = await rowOf('workspaces', 'Acorn');
    await forger.change('workspaces', workspace, workspace);
    await service.follow();
    assert.deepEqual(await asked(), ['invalid_api_key', 'invalid_api_key']);
    assert.equal(await (await start()).ask(second), 'invalid_api_key');
    await forger.change('workspaces', genuine, genuine);
    assert.equal(await service.ask(second), 'FREE');
  }
});

onEitherStore('a key is not kept by changing something else in its row', async (kind, t) => {
  const { desk, operator, forger, start, create, rowOf } = await setUp(kind, t);
  const [kept, other] = [await create('kept'), await create('other')];
  const service = await start();
  assert.equal(await service.ask(kept), 'ENTERPRISE');
  // A row that somebody changed is not read, and the key had the tier of before.
  await forger.change('api_keys', await rowOf('api_keys', 'kept'), { name: 'kept for ever' });
  await setTier(desk, operator, 'Acorn', 'FREE');
  await service.follow();
  assert.equal(await service.ask(kept), 'invalid_api_key');
  assert.equal(await service.ask(other), 'FREE');
});

onEitherStore('what a process has read is not undone by cutting the record chain', async (kind, t) => {
  const { desk, ada, forger, start, open, create, rowOf } = await setUp(kind, t);
  const [revoked, other, third] = [await create('revoked'), await create('other'), await create('third')];
  const service = await start();
  const before = await rowOf('api_keys', 'revoked');
  await revokeKey(desk, ada, 'revoked');
  await service.follow();
  assert.equal(await service.ask(revoked), 'revoked_api_key');
  const { db } = forger.store;
  const last = (await forger.entries()).at(-1)!;
  await forger.change('api_keys', before, before);
  for (const { seq, table_name } of await forger.entries())
    if (seq > last.seq - 3 && table_name === 'api_keys')
      await db.deleteFrom('record_chain').where('seq', '>=', seq).execute();
  await assert.rejects(service.follow(), ForgedAuthority);
  assert.equal(service.credentials.check(revoked, desk.now), 'revoked_api_key');

  // A process that starts does not know what was cut off. What it revokes is refused by the one that runs, too.
  const started = { ...desk, store: await open() };
  await revokeKey(started, ada, 'other');
  await assert.rejects(service.follow(), ForgedAuthority);
  await service.compare();
  const codes = [revoked, other, third].map((key) => {
    const checked = service.credentials.check(key, desk.now);
    return typeof checked === 'string' ? checked : checked.tier;
  });
  assert.deepEqual(codes, ['invalid_api_key', 'invalid_api_key', 'ENTERPRISE']);
});
