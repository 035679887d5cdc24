// The steps of the set-up follow from the store: none is ticked off by hand, and with the first publication none is left.

import assert from 'node:assert/strict';
import { readSetup } from '@rf-indicators/core/desk/home/setup';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { inviteStaffToSignIn } from '@rf-indicators/core/identity/invitations';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { START } from '../../../../test/support/desk-fixture.ts';
import { emptyStore, onEitherStore } from '../../../../test/support/stores.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { approvedDraft, foundedWorld, publishNow } from '../../../../test/support/world.ts';

onEitherStore('a new store has two steps behind it, and says whose turn it is', async (kind, t) => {
  const store = await emptyStore(kind, t);
  let id = 0;
  const context = { store, clock: () => START, newId: () => `id-${(id += 1)}` };
  const { operator } = await initialise(context, readMasterKey('', TEST_MASTER_KEY), { operator: 'Olga' });
  const stateOf = async () => {
    const { steps, people, is_done } = await readSetup(store.db, START);
    assert.equal(is_done, false);
    return { people, states: Object.fromEntries(steps.map((step) => [step.id, step.state])) };
  };
  const { states } = await stateOf();
  assert.deepEqual(
    Object.entries(states).filter(([, state]) => state !== 'waiting'),
    [
      ['store', 'done'],
      ['signing_key', 'done'],
      ['people', 'open'],
      ['framework', 'open'],
    ],
  );
  const ann = await inviteStaff(context, operator, { name: 'Ann', roles: ['analyst'] });
  await inviteStaffToSignIn(context, operator, { person: 'Ann', email: 'ann@example.com' });
  const { people } = await stateOf();
  const found = people.find(({ name }) => name === 'Ann')!;
  assert.deepEqual([found.id !== ann.code, found.has_joined, found.invitation !== null], [true, false, true]);
});

onEitherStore('steps tick themselves off, and the first publication ends them', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { store, desk } = world;
  const stateOf = async (step: string) =>
    (await readSetup(store.db, desk.clock())).steps.find(({ id }) => id === step);
  for (const step of ['framework', 'sign_off', 'activation', 'provider'])
    assert.equal((await stateOf(step))!.state, 'done', step);
  assert.equal((await stateOf('run'))!.state, 'open');
  const values = (await stateOf('values'))!;
  assert.ok(values.count! > 0 && values.count! <= values.of!);
  const run = await approvedDraft(world);
  const committee = (await stateOf('committee'))!;
  assert.deepEqual([committee.state, committee.subject], ['open', run]);
  await publishNow(world);
  const done = await readSetup(store.db, desk.clock());
  assert.deepEqual(done, { is_done: true, voters: 0, people: [], steps: [] });
});
