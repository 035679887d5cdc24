import assert from 'node:assert/strict';
import { listCalls } from '@rf-indicators/core/accounts/agent-call-list';
import { type AgentCall, deleteCalls, writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { customers, ready } from '../../../../test/support/workspace-fixture.ts';

onEitherStore(
  'calls are listed newest first, to their own workspace, and deleted when old',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk } = given;
    const { store } = desk;
    const [ada, bea] = [await ready(given), await ready(given, { name: 'Birch' })];
    const [own, other] = [
      await createKey(desk, ada, { name: 'own', tier: 'FREE' }),
      await createKey(desk, bea, { name: 'other', tier: 'FREE' }),
    ];
    const call = (keyId: string, at: number, requestId: string): AgentCall => ({
      keyId,
      at,
      requestId,
      endpoint: 'plain',
      tool: 'get_methodology',
      outcome: 'ok',
      durationUs: 9,
    });
    await store.transaction((writes) =>
      writeCalls(desk, writes, [
        call(own.id, 10, 'first'),
        call(other.id, 11, 'not ours'),
        call(own.id, 11, 'second'),
        // At the same millisecond: the order in which they were made decides.
        ...Array.from({ length: 12 }, (_, at) => call(own.id, 12, `third ${at}`)),
      ]),
    );
    const listed = async (limit: number) =>
      (await listCalls(store.db, ada.workspace.id, {}, { limit })).map(({ request_id }) => request_id);
    const third = Array.from({ length: 12 }, (_, at) => `third ${11 - at}`);
    assert.deepEqual(await listed(100), [...third, 'second', 'first']);
    assert.deepEqual(await listed(2), ['third 11', 'third 10']);
    await deleteCalls(store, 11);
    assert.deepEqual((await listed(100)).slice(-1), ['second']);
  },
);
