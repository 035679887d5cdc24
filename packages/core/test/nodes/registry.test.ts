// The nodes that serve a store, and that each has a name of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  forgetNodes,
  listNodes,
  type NodeIdentity,
  noteNode,
  removeNode,
} from '@rf-indicators/core/nodes/registry';
import { requireUniqueName } from '@rf-indicators/core/nodes/unique-name';
import type { Store } from '@rf-indicators/core/store/store';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';

const DAY = 24 * 60 * 60 * 1000;
const identity = (name: string, startedAt = 1): NodeIdentity => ({ name, version: '0029-nodes', startedAt });
const note = ({ kind, transaction }: Store, node: NodeIdentity, now = Date.now()) =>
  transaction((writes) => noteNode(writes, kind, node, ['9d3e71aa', '4b0c55de'], now));
/** Makes a row older, by the clock of the database too. */
const age = (store: Store, name: string, ms: number) =>
  store.db
    .updateTable('nodes')
    .set(({ eb }) => ({ last_seen_at: eb('last_seen_at', '-', ms) }))
    .where('name', '=', name)
    .execute();
const names = async ({ db, kind }: Store) =>
  (await listNodes(db, kind, Date.now())).map(({ name, live }) => `${name}${live ? '' : ' (not live)'}`);

onEachStore(
  'nodes are listed by name, are live for 15 seconds, and are forgotten after a day',
  async (kind, t) => {
    const store = await emptyStore(kind, t);
    for (const name of ['b', 'a', 'c']) assert.equal(await note(store, identity(name)), true);
    await age(store, 'b', 16_000);
    await age(store, 'c', DAY + 1000);
    assert.deepEqual(await names(store), ['a', 'b (not live)', 'c (not live)']);
    await store.transaction((writes) => forgetNodes(writes, kind, Date.now()));
    assert.deepEqual(await names(store), ['a', 'b (not live)']);
    await removeNode(store.db, identity('a', 2));
    assert.deepEqual(await names(store), ['a', 'b (not live)'], 'another process of this name');
    await removeNode(store.db, identity('a'));
    assert.deepEqual(await names(store), ['b (not live)']);
  },
);

onEachStore('a name belongs to one process, until it was not heard of for 15 seconds', async (kind, t) => {
  const store = await emptyStore(kind, t);
  assert.equal(await note(store, identity('a', 1)), true);
  assert.equal(await note(store, identity('a', 2)), false);
  assert.equal(await note(store, identity('a', 1)), true);
  await age(store, 'a', 16_000);
  assert.equal(await note(store, identity('a', 2)), true);
  assert.equal(await note(store, identity('a', 1)), false, 'it was paused, and its name is taken');
});

test('a node that was killed leaves its name to the next process after a wait, and a stopped one at once', async (t) => {
  const store = await emptyStore('postgres', t);
  const told: string[] = [];
  const require = () => requireUniqueName(store, 'a', (line) => told.push(line));
  await require();
  assert.deepEqual(told, []);
  await note(store, identity('a'));
  await require();
  assert.equal(told.length, 1);
  assert.deepEqual(await names(store), []);
});

for (const seconds of [0, 6, 14]) {
  test(`a name whose process goes on is refused, even if it was last heard of ${seconds} s ago`, async (t) => {
    const store = await emptyStore('postgres', t);
    await note(store, identity('a'));
    await age(store, 'a', seconds * 1000);
    await assert.rejects(
      // It says that it waits, and the other is heard of again.
      requireUniqueName(store, 'a', () => void note(store, identity('a'))),
      /Another node named a is running on this store\./,
    );
  });
}
