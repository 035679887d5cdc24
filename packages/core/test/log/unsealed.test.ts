// A program that publishes many times without a seal compares the record chain once, and finds what was added since.

import assert from 'node:assert/strict';
import { withdrawLapsed } from '@rf-indicators/core/desk/publication/withdraw';
import { loggedIndicators, Unsealed } from '@rf-indicators/core/log/logged-indicators';
import { treeSizeOf } from '@rf-indicators/core/log/store';
import { sql } from 'kysely';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { MINUTE, publishedWorld } from '../../../../test/support/world.ts';

onEitherStore(
  'what was compared is not read again; a withdrawal since is found, and so is a changed record',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, idOf } = world;
    const { db } = store;
    const unsealed = new Unsealed();
    const read = async (known?: Unsealed) =>
      loggedIndicators(db, { from: 0, size: await treeSizeOf(db), pinned: null, unsealed: known });
    const standing = (await read()).current;
    const withdraw = async (sample: string) => {
      const provider = idOf(sample);
      desk.moveTo(desk.clock() + MINUTE);
      await store.transaction((writes) =>
        withdrawLapsed(desk, writes, provider, standing.get(provider)!, 'It lapsed.'),
      );
      return provider;
    };
    const first = await withdraw('FX-01');
    assert.equal((await read(unsealed)).current.get(first), null);
    const reached = unsealed.reached!.count;

    const second = await withdraw('FX-02');
    const known = await read(unsealed);
    assert.deepEqual([known.current.get(first), known.current.get(second)], [null, null]);
    assert.ok(unsealed.reached!.count > reached, 'it goes on where it was');
    assert.deepEqual(known, await read());

    await withdraw('FX-03');
    await dropTriggers(desk, 'record_chain');
    await sql`update record_chain set digest = 'another' where seq > ${unsealed.reached!.count}`.execute(db);
    await assert.rejects(read(unsealed), /record chain was altered/);
  },
);
