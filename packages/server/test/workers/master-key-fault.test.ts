// A node whose master key is not the one that others use says so, before anybody asks it for something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectStore } from '@rf-indicators/core/store/connect';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { foundedPlace } from '../../../../test/support/world.ts';
import type { BookkeeperSettings } from '../../src/workers/bookkeeping/messages.ts';
import { findMasterKeyFault } from '../../src/workers/bookkeeping/self-check.ts';

test('a node that does not have the new master key reports it as soon as another node uses it', async (t) => {
  const { location, world } = await foundedPlace('sqlite', t);
  const fresh = Buffer.alloc(32, 3).toString('base64');
  const faultWith = (masterKey: string) =>
    findMasterKeyFault(world.store, { location, masterKey } as BookkeeperSettings);
  assert.equal(await faultWith(TEST_MASTER_KEY), null);

  const other = await connectStore({ ...location, masterKey: `${fresh} ${TEST_MASTER_KEY}` });
  t.after(() => other.close());
  await other.transaction((writes) =>
    writes
      .updateTable('staff')
      .set({ name: 'Another name' })
      .where('id', '=', world.people.analyst.id)
      .execute(),
  );
  // The signing key is still sealed with the old one.
  const fault = await faultWith(TEST_MASTER_KEY);
  assert.equal(fault?.message, 'Another master key is in use, which this node does not have.');
  assert.match(fault.detail!, /give this node both keys, the new one first/);
  assert.equal(await faultWith(`${TEST_MASTER_KEY} ${fresh}`), null);
});
