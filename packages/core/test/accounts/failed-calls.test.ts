// Calls that were refused or failed: listed to their own workspace, found by request id, and deleted after a week.

import assert from 'node:assert/strict';
import { listFailedCalls } from '@rf-indicators/core/accounts/failed-call-list';
import {
  deleteFailedCalls,
  type FailedCall,
  writeFailedCalls,
} from '@rf-indicators/core/accounts/failed-calls';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { customers, ready } from '../../../../test/support/workspace-fixture.ts';

onEitherStore(
  'failed calls are listed newest first, to their own workspace, and deleted when old',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk } = given;
    const { store } = desk;
    const [ada, bea] = [await ready(given), await ready(given, { name: 'Birch' })];
    const own = await createKey(desk, ada, { name: 'own', tier: 'FREE' });
    const second = await createKey(desk, ada, { name: 'second', tier: 'FREE' });
    const other = await createKey(desk, bea, { name: 'other', tier: 'FREE' });
    const failed = (keyId: string, at: number, requestId: string, status = 404): FailedCall => ({
      ...{ workspaceId: keyId === other.id ? bea.workspace.id : ada.workspace.id, keyId, at, calls: 1 },
      details: { requestId, operation: 'getScore', status, code: status === 404 ? 'not_found' : null },
    });
    const counted = (keyId: string, at: number, calls: number): FailedCall => ({
      ...{ workspaceId: ada.workspace.id, keyId, at, details: null, calls },
    });
    const write = (...calls: FailedCall[]) =>
      store.transaction((writes) => writeFailedCalls(desk, writes, calls));
    await write(
      failed(own.id, 10, 'first'),
      failed(other.id, 11, 'not ours'),
      failed(second.id, 12, 'last', 500),
      counted(own.id, 0, 3),
      counted(own.id, 0, 4),
    );
    // Another save, perhaps of another node, of the same minute.
    await write(counted(own.id, 0, 5), failed(own.id, 10, 'first'));
    const listed = async (filter: Parameters<typeof listFailedCalls>[2] = {}) =>
      (await listFailedCalls(store.db, ada.workspace.id, filter)).map(({ request_id, calls }) => [
        request_id,
        calls,
      ]);
    const all = [
      ['last', 1],
      ['first', 1],
      ['first', 1],
      [null, 12],
    ];
    assert.deepEqual(await listed(), all);
    assert.deepEqual(await listed({ request_id: 'last' }), [['last', 1]]);
    assert.deepEqual(await listed({ request_id: 'not ours' }), []);
    assert.deepEqual(await listed({ key: own.prefix }), all.slice(1));
    assert.deepEqual(await listed({ status: 500 }), [['last', 1]]);
    assert.deepEqual(await listed({ code: 'not_found', operation: 'getScore' }), all.slice(1, 3));
    assert.deepEqual(await listed({ since: 10, until: 11 }), all.slice(1, 3));
    await assert.rejects(listed({ key: other.prefix }), { code: 'not_found' });
    await deleteFailedCalls(store, 11);
    assert.deepEqual(await listed(), [['last', 1]]);
  },
);
