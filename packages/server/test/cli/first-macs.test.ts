// A store that is older than MACs: it is refused until rf migrate has verified it and given its records their first ones.

import assert from 'node:assert/strict';
import { macLeaves } from '@rf-indicators/core/log/mac-leaf';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { rf } from '../../../../test/support/rf.ts';
import { STORE_0030_KEY, storeWithEveryAct } from '../../../../test/support/store-0030.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { envOf } from './run-command.ts';

async function inStore(location: StoreLocation, statement: string): Promise<void> {
  const store = await connectStore(location);
  try {
    await sql.raw(statement).execute(store.db);
  } finally {
    await store.close();
  }
}

onEitherStore(
  'an older store is taken over by rf migrate alone, once it has verified it',
  async (kind, t) => {
    const location = await storeWithEveryAct(kind, t);
    const env = { ...envOf(location), RF_MASTER_KEY: STORE_0030_KEY, RF_CHECKPOINT_FILE: 'off' };
    for (const command of [
      ['staff', 'list'],
      ['verify', '--all'],
    ]) {
      const { code, stderr } = await rf(command, { env });
      assert.deepEqual(
        [code, /\d+ pending migrations \(0031-public-names, .*\).* rf migrate/.test(stderr)],
        [2, true],
      );
    }
    const keyless = await rf(['migrate', '--yes'], { env: { ...env, RF_MASTER_KEY: '' } });
    assert.match(keyless.stderr, /There is no master key/);
    assert.match((await rf(['staff', 'list'], { env })).stderr, /pending migrations/, 'nothing was changed');

    // What somebody changed is not taken over.
    await inStore(location, "update staff set name = name || 'x'");
    const altered = await rf(['migrate', '--yes'], { env });
    assert.equal(altered.code, 1, altered.stderr);
    assert.match(altered.stdout, /staff .*: is not what was recorded: somebody changed it/);
    assert.match(altered.stderr, /was not taken over, because it was altered/);
    assert.match((await rf(['staff', 'list'], { env })).stderr, /have no MACs yet\. Run rf migrate\./);

    await inStore(location, 'update staff set name = substr(name, 1, length(name) - 1)');
    const { code, stdout, stderr } = await rf(['migrate', '--yes'], { env });
    assert.deepEqual([code, stderr.replaceAll(/.*packages replayed.*\n?/g, '')], [0, '']);
    assert.match(stdout, /The \d+ records of today were taken over; from now on every record has a MAC\.\n$/);
    const verified = await rf(['verify', '--all'], { env });
    assert.match(verified.stdout, /The first \d+ records are older than MACs.*\n(.*\n)*VERIFIED/);
    assert.equal((await rf(['migrate'], { env })).stdout, 'No migration is pending.\n');
    const store = await connectStore(location);
    t.after(() => store.close());
    const [leaf, ...others] = await macLeaves(store.db);
    assert.ok(leaf!.count > 0 && leaf!.found > 0 && leaf!.tree_size === leaf!.idx);
    assert.deepEqual(others, []);
  },
);
