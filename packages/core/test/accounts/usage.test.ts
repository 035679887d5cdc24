// Members see the usage of all keys of their workspace, by day.

import assert from 'node:assert/strict';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { listUsage, totalUsage } from '@rf-indicators/core/accounts/usage-list';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { customers, HOUR, ready } from '../../../../test/support/workspace-fixture.ts';

const MIDNIGHT = Date.parse('2026-04-02T00:00:00Z');

onEitherStore('usage by key and day, of the own workspace only, from a day on', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const bea = await ready(given, { name: 'Birch' });
  const a = await createKey(desk, ada, { name: 'a', tier: 'FREE' });
  const b = await createKey(desk, ada, { name: 'b', tier: 'PROFESSIONAL' });
  const other = await createKey(desk, bea, { name: 'a', tier: 'FREE' });
  const used = (keyId: string, hour: number, operation: string, accepted: number, refused = 0) => ({
    ...{ keyId, hour, operation, accepted, refused },
    lastAt: hour,
  });
  const deltas = [
    used(a.id, MIDNIGHT - HOUR, 'listScores', 1),
    used(a.id, MIDNIGHT, 'listScores', 2),
    used(a.id, MIDNIGHT + 23 * HOUR, 'getScore', 3, 4),
    used(b.id, MIDNIGHT, 'listScores', 5),
    used(b.id, MIDNIGHT - 49 * HOUR, 'listScores', 6),
    used(other.id, MIDNIGHT, 'listScores', 7),
  ];
  await desk.store.transaction((writes) => writeUsage(writes, deltas));
  const listed = await listUsage(desk.store.db, ada.workspace.id, { since: MIDNIGHT - HOUR });
  assert.deepEqual(
    listed.map(({ day, key_name, tier, accepted, refused }) => [day, key_name, tier, accepted, refused]),
    [
      ['2026-04-02', 'a', 'FREE', 5, 4],
      ['2026-04-02', 'b', 'PROFESSIONAL', 5, 0],
      ['2026-04-01', 'a', 'FREE', 1, 0],
    ],
  );
  assert.deepEqual([listed[0]!.key_id, listed[0]!.key_prefix], [a.id, a.prefix]);
  const onFirst = { since: MIDNIGHT - HOUR, until: MIDNIGHT - 1 };
  assert.deepEqual(
    (await listUsage(desk.store.db, ada.workspace.id, onFirst)).map(({ day, accepted }) => [day, accepted]),
    [['2026-04-01', 1]],
  );
  const totals = await totalUsage(desk.store.db, ada.workspace.id, { since: MIDNIGHT - HOUR });
  const keyOf = ({ id: key_id, prefix: key_prefix, name: key_name, tier }: typeof a) => ({
    ...{ key_id, key_name, key_prefix, tier },
  });
  assert.deepEqual(totals, {
    ...{ accepted: 11, refused: 4 },
    by_key: [
      { ...keyOf(a), accepted: 6, refused: 4 },
      { ...keyOf(b), accepted: 5, refused: 0 },
    ],
    by_day: [
      { day: '2026-04-01', accepted: 1, refused: 0 },
      { day: '2026-04-02', accepted: 10, refused: 4 },
    ],
    by_operation: [
      { operation: 'getScore', accepted: 3, refused: 4 },
      { operation: 'listScores', accepted: 8, refused: 0 },
    ],
  });
  const some = { since: 0, key: 'b', operation: 'listScores' };
  assert.equal((await totalUsage(desk.store.db, ada.workspace.id, some)).accepted, 11);
  await assert.rejects(totalUsage(desk.store.db, ada.workspace.id, { since: 0, key: other.id }), {
    code: 'not_found',
  });
});
