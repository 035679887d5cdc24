// The story of the demo is told in demos only. Elsewhere it would make one person several: it acts in the name of four people.

import assert from 'node:assert/strict';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { actingStaff } from '@rf-indicators/core/context/actor';
import { DEMO_ORIGIN, isDemo } from '@rf-indicators/core/context/beginning';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import { Forger } from '../../../../test/support/forger.ts';
import { foundedDesk } from '../../../../test/support/founded-desk.ts';
import { emptyStore, locationFrom, onEitherStore } from '../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { prepareDemoCredentials } from '../../src/demo/credentials.ts';
import { initialiseDemo } from '../../src/demo/founding.ts';
import { isOlderDemo } from '../../src/demo/older-demo.ts';
import { prepareDemoPeople } from '../../src/demo/people.ts';
import { publishInDemo } from '../../src/demo/publish-now.ts';
import { simulatedDesk } from '../../src/demo/simulated-desk.ts';
import { BEGIN, PEOPLE } from '../../src/demo/story.ts';
import { simulateUntil } from '../../src/demo/world.ts';

onEitherStore(
  'the demo is not told in a store that is none, whatever its people are called',
  async (kind, t) => {
    const location = await locationFrom(MIGRATED, kind, t);
    const { desk, masterKey, founded } = await foundedDesk(location, t);
    const { store } = desk;
    for (const { name, roles } of Object.values(PEOPLE))
      await inviteStaff(desk, founded.operator, { name, roles });
    const changes = () => store.db.selectFrom('record_chain').select('seq').execute();
    const before = (await changes()).length;
    const refuses = (work: Promise<unknown>) => assert.rejects(work, /This store is not a demo/);

    await refuses(simulateUntil(store, masterKey, Date.now()));
    await refuses(prepareDemoPeople(desk, location.dataDir));
    await refuses(prepareDemoCredentials(desk, masterKey, location.dataDir, 'http://127.0.0.1:1'));
    await refuses(publishInDemo({ context: desk } as never, {} as never, () => undefined));
    await assert.rejects(initialiseDemo(simulatedDesk(store, BEGIN), masterKey), /already initialised/);
    assert.equal(await isOlderDemo(location), false, 'and it is not set aside');

    // A mark that somebody writes into the database, also with the key of demos, marks nothing.
    const forger = await Forger.at(store);
    await forger.insert('demo_mark', { id: 1, begins_at: BEGIN });
    const [key] = await forger.rowsOf('signing_keys');
    await forger.change('signing_keys', key!, { public_key: `${DEMO_ORIGIN}+1+AAAA` });
    assert.equal(await isDemo(store.db), false);
    await refuses(simulateUntil(store, masterKey, Date.now()));
    assert.equal((await changes()).length, before, 'nothing was recorded');
  },
);

onEitherStore('nobody acts who was not confirmed, and nothing is dated before the store', async (kind, t) => {
  const { desk, founded } = await foundedDesk(await locationFrom(MIGRATED, kind, t), t);
  const { store } = desk;
  await inviteStaff(desk, founded.operator, { name: 'Nina', roles: ['operator'] });
  const nina = (await listStaff(store.db)).find(({ name }) => name === 'Nina')!;
  await assert.rejects(
    store.transaction((writes) => actingStaff(writes, nina, 'staff.invite')),
    /Nina is invited, but nobody has confirmed them yet/,
  );
  const earlier = { ...desk, clock: () => desk.clock() - 60 * 60 * 1000 };
  await assert.rejects(
    inviteStaff(earlier, founded.operator, { name: 'Nora', roles: ['operator'] }),
    /This store began at .*, and nothing is recorded as of before it/,
  );
  const asOf = desk.clock() - 24 * 60 * 60 * 1000;
  await assert.rejects(
    computeRun(desk, founded.operator, { kind: 'manual', asOf }),
    /nothing is recorded as of before it/,
  );
});

onEitherStore('a store is a demo from its first transaction, or never', async (kind, t) => {
  const masterKey = newMasterKey();
  await assert.rejects(
    initialise(simulatedDesk(await emptyStore(kind, t), BEGIN), masterKey, { name: DEMO_ORIGIN }),
    /rf-demo is the name of demos/,
  );
  const location = await locationFrom(MIGRATED, kind, t);
  const store = await connectStore(location);
  t.after(() => store.close());
  createMasterKeyFile(location.dataDir);
  await initialiseDemo(simulatedDesk(store, BEGIN), readMasterKey(location.dataDir, undefined));
  assert.equal(await isDemo(store.db), true);
  assert.equal(await isOlderDemo(location), false);
  // Without its mark it is not continued: it is set aside and made again.
  await (await Forger.at(store)).remove('demo_mark', { id: 1 });
  assert.equal(await isDemo(store.db), false);
  assert.equal(await isOlderDemo(location), true);
});
