// An act moves the topics that it touches, and no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOPICS } from '@rf-indicators/contract/acts';
import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { type RenderDataset, writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { addIssuance } from '@rf-indicators/core/desk/market/issuances';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { storeCosignature } from '@rf-indicators/core/log/cosignatures';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import type { Topic } from '@rf-indicators/core/store/schema';
import { readTopics } from '@rf-indicators/core/store/topics';
import type { WitnessKey } from '@rf-indicators/engine';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { accept, claimed, customers, ready } from '../../../../test/support/workspace-fixture.ts';
import { DAY, enter, publishedWorld, publishNow } from '../../../../test/support/world.ts';

onEitherStore('each act moves its own topics only', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const moved = async (act: () => Promise<unknown>): Promise<string[]> => {
    const before = await readTopics(desk.store.db);
    await act();
    const after = await readTopics(desk.store.db);
    return (Object.keys(after) as Topic[]).filter((topic) => after[topic] !== before[topic]).sort();
  };
  const request = { provider_name: 'New One' };
  assert.deepEqual(await moved(() => receiveScoreRequest(desk, request, null)), ['desk']);
  const { member: ada } = await claimed(given);
  assert.deepEqual(await moved(() => accept(given, ada, 'api')), ['access']);
  const key = await createKey(desk, ada, { name: 'k', tier: 'FREE' });
  assert.deepEqual(await moved(() => createKey(desk, ada, { name: 'l', tier: 'FREE' })), ['access']);
  assert.deepEqual(await moved(() => rotateKey(desk, ada, key.id)), ['access']);
  assert.deepEqual(await moved(() => revokeKey(desk, ada, key.id)), ['access']);
  assert.deepEqual(await moved(() => setTier(desk, operator, 'Acorn', 'FREE')), ['access']);
  assert.deepEqual(await moved(() => ready(given, { name: 'Birch' })), ['access', 'desk']);
  const issuance = {
    issuer_name: 'Cobaltine',
    name: 'Series A',
    type: 'bond',
    currency: 'USD',
    announced_on: '2026-03-30',
  } as const;
  assert.deepEqual(await moved(() => addIssuance(desk, operator, issuance)), ['events', 'published']);
});

onEitherStore(
  'a draft, a seal and a daily dump do not move what readers of indicators follow',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, publisher, people } = world;
    const moved = async (act: () => Promise<unknown>): Promise<string[]> => {
      const before = await readTopics(store.db);
      await act();
      const after = await readTopics(store.db);
      return (Object.keys(after) as Topic[]).filter((topic) => after[topic] !== before[topic]).sort();
    };
    desk.moveTo(desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    assert.deepEqual(
      await moved(() => computeRun(desk, people.operator, { kind: 'manual', asOf: desk.clock() })),
      ['desk', 'status'],
    );
    const render: RenderDataset = async ({ date }) => ({
      csv: `#framework_version:RF Framework v1.0,date:${date}\r\n`,
      ...{ rows: 0, frameworkVersion: 'RF Framework v1.0' },
    });
    assert.deepEqual(await moved(() => writeDueDatasets(desk, publisher, render)), ['datasets']);
    assert.deepEqual(await moved(() => sealRecords(desk, publisher)), ['log']);
    const { treeSize } = (await latestCheckpoint(store.db))!;
    const witness = { id: 'w', name: 'witness.example' } as WitnessKey;
    const cosign = () =>
      storeCosignature(store, treeSize, { witness, time: 0, line: '— witness.example' }, desk.clock());
    assert.deepEqual(await moved(cosign), ['log']);
    assert.deepEqual(await moved(cosign), [], 'it was known');
    // A publication is sealed at once.
    const all = ['desk', 'events', 'log', 'published', 'status'];
    assert.deepEqual(await moved(() => publishNow(world)), all);
  },
);

test('topics are listed in one order, so that acts lock them in one order', () => {
  for (const [action, { topics }] of Object.entries(AUDIT_ACTIONS)) {
    const sorted = [...topics].sort((a, b) => TOPICS.indexOf(a) - TOPICS.indexOf(b));
    assert.deepEqual(topics, sorted, action);
    assert.equal(new Set(topics).size, topics.length, action);
  }
});
