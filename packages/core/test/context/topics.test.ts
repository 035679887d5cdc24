// An act moves the topics that it touches, and no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOPICS } from '@rf-indicators/contract/acts';
import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { recordAct } from '@rf-indicators/core/context/audit';
import { addIssuance } from '@rf-indicators/core/desk/market/issuances';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import type { Topic } from '@rf-indicators/core/store/schema';
import { readTopics } from '@rf-indicators/core/store/topics';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { accept, claimed, customers, ready } from '../../../../test/support/workspace-fixture.ts';

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

onEitherStore('an act that moves access has a key or a workspace as its subject', async (kind, t) => {
  const { desk, operator } = await customers(kind, t);
  const record = (subject: string) =>
    desk.store.transaction((writes) => recordAct(desk, writes, operator, 'key.revoked', subject, null, null));
  await assert.rejects(record('members/ada'), /not members\/ada/);
  await record('keys/none');
});

test('topics are listed in one order, so that acts lock them in one order', () => {
  for (const [action, { topics }] of Object.entries(AUDIT_ACTIONS)) {
    const sorted = [...topics].sort((a, b) => TOPICS.indexOf(a) - TOPICS.indexOf(b));
    assert.deepEqual(topics, sorted, action);
    assert.equal(new Set(topics).size, topics.length, action);
  }
});
