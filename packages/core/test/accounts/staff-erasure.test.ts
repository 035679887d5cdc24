// Erasing the name of a person who left the staff.

import assert from 'node:assert/strict';
import { inviteStaff, withdrawInvitation } from '@rf-indicators/core/accounts/staff-invitations';
import { performAct } from '@rf-indicators/core/acts/perform';
import { recordAct } from '@rf-indicators/core/context/audit';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { signerKeyFromSeed } from '@rf-indicators/engine';
import {
  backupText,
  byTwo,
  type ErasureStory,
  erasureStory,
  saltsOf,
  sealedLeaves,
  tablesWith,
} from '../../../../test/support/erasure.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { draft, publishNow, type World } from '../../../../test/support/world.ts';

const NAME = 'Wilhelmina "Mina" Quarles';
/** As it is in JSON. */
const WRITTEN = 'Mina\\" Quarles';

/** An approval of a draft as stores have it that are older than the committee: names of voters were typed. */
async function approvedAsBefore({ desk, people, store }: World): Promise<void> {
  const run_id = await draft({ desk, people, store } as World);
  const votes = [
    { person: NAME, vote: 'for' },
    { person: 'Dan', vote: 'against' },
  ];
  await store.transaction(async (writes) => {
    await writes
      .insertInto('run_approvals')
      .values({
        ...{ run_id, approved_by: people.reviewer.id, approved_at: desk.clock() },
        ...{ votes: JSON.stringify(votes), dissent: null, minutes: null },
      })
      .execute();
    await recordAct(desk, writes, people.reviewer, 'run.approve', run_id, null, { votes });
  });
}

/** A person whose name is in every record that can repeat it, and who has left. */
async function left(story: ErasureStory): Promise<string> {
  const { services, callers, world } = story;
  const { operator, reviewer } = world.people;
  const person = { name: NAME, roles: ['chief_risk_officer'] as const };
  const { actor } = await enrol(world.desk, operator, person, reviewer);
  const { verifier } = await signerKeyFromSeed('a-key', new Uint8Array(32).fill(5));
  await byTwo(story, 'officer_keys.enrol', { officer: NAME, public_key: verifier });
  await performAct(services, callers.operator!, 'due.assign', {
    provider: world.slugOf('FX-05'),
    input: 'insolvency_status',
    assignee: NAME,
  });
  await approvedAsBefore(world);
  await byTwo(story, 'staff.set_roles', { person: NAME, roles: ['analyst'] });
  await byTwo(story, 'staff.retire', { person: NAME });
  return actor.id;
}

onEitherStore('no record, list or backup has the name of a person who was erased', async (kind, t) => {
  const story = await erasureStory(kind, t);
  const { services, callers, world } = story;
  await publishNow(world);
  const id = await left(story);
  assert.deepEqual(await tablesWith(story, 'Quarles'), ['staff', 'requests', 'run_approvals', 'audit']);
  assert.ok((await backupText(story)).includes(WRITTEN));
  const leaves = await sealedLeaves(story);

  const asked = await performAct(services, callers.operator!, 'staff.erase', { person: NAME });
  assert.equal(asked.done, false);
  assert.ok((await tablesWith(story, 'Quarles')).includes('staff'), 'it takes a second person');
  const request = asked.request!;
  world.desk.moveTo(world.desk.clock() + 1000);
  await performAct(services, callers.reviewer!, 'requests.approve', { request });

  assert.deepEqual(await tablesWith(story, 'Quarles'), []);
  assert.ok(!(await backupText(story)).includes('Quarles'));
  const { data: audit } = await performAct(services, callers.officer!, 'audit.list', { limit: 1000 });
  assert.ok(!JSON.stringify(audit).includes('Quarles'));
  const { action, after } = audit.at(-1)!;
  const { records, ...rest } = after as Record<string, unknown>;
  assert.deepEqual([action, rest], ['staff.erased', { approved_by: world.people.reviewer.id }]);
  assert.ok((records as number) >= 10, String(records));
  const { data: staff } = await performAct(services, callers.analyst!, 'staff.list', { all: true });
  assert.equal(staff.find((person) => person.id === id)!.name, asked.erased_as);
  assert.match(asked.erased_as, /^erased person [0-9a-f]{12}$/);

  assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  assert.deepEqual((await sealedLeaves(story)).slice(0, leaves.length), leaves);
  assert.deepEqual((await verifyAll(world.store.db)).findings, [], 'with the records sealed');
  assert.deepEqual(
    await saltsOf(story, 'staff', id),
    [false, false, true],
    'added, retired and erased: only the newest digest can be checked',
  );
  assert.deepEqual(await saltsOf(story, 'requests', request), [false, true]);
  const votes = await world.store.db.selectFrom('run_approvals').select('votes').execute();
  assert.ok(votes.some((row) => row.votes.includes(`{"person":"${asked.erased_as}","vote":"for"}`)));
  assert.ok(votes.some((row) => row.votes.includes('{"person":"Dan","vote":"against"}')));
  const others = world.store.db.updateTable('run_approvals').set({ minutes: 'Others.' }).execute();
  await assert.rejects(others, /append-only/, 'what else is in the record cannot be changed');
  const again = performAct(services, callers.operator!, 'staff.erase', { person: id });
  await assert.rejects(again, { code: 'conflict', message: /already erased/ });
});

onEitherStore('only people who left can be erased, by an operator and a second person', async (kind, t) => {
  const story = await erasureStory(kind, t);
  const { services, callers, world } = story;
  const erase = (caller: string, person: string) =>
    performAct(services, callers[caller]!, 'staff.erase', { person });
  const { name } = world.people.analyst;
  await assert.rejects(erase('operator', name), {
    code: 'conflict',
    message: `${name} is on the staff. Retire them first: rf staff retire "${name}"`,
  });
  await assert.rejects(erase('operator', 'Nobody'), { code: 'not_found' });
  await inviteStaff(world.desk, world.people.operator, { name: NAME, roles: ['analyst'] });
  await assert.rejects(erase('operator', NAME), { code: 'conflict', message: /Withdraw the invitation/ });
  await withdrawInvitation(world.desk, world.people.operator, NAME);
  for (const caller of ['analyst', 'reviewer', 'officer'])
    await assert.rejects(erase(caller, NAME), { code: 'insufficient_role' });
  const { request } = await erase('operator', NAME);
  const own = performAct(services, callers.operator!, 'requests.approve', { request: request! });
  await assert.rejects(own, { code: 'conflict', message: /takes two people/ });
  assert.ok((await tablesWith(story, 'Quarles')).includes('staff'));
});

onEitherStore('a person with the same name keeps it in all records about them', async (kind, t) => {
  const story = await erasureStory(kind, t);
  const { services, callers, world } = story;
  const first = await left(story);
  const { operator, reviewer } = world.people;
  const { actor } = await enrol(world.desk, operator, { name: NAME, roles: ['analyst'] }, reviewer);
  await byTwo(story, 'staff.erase', { person: first });
  const about = async (id: string) =>
    JSON.stringify(
      (await performAct(services, callers.officer!, 'audit.list', { subject: `staff/${id}` })).data,
    );
  assert.ok(!(await about(first)).includes('Quarles'));
  assert.ok((await about(actor.id)).includes('Quarles'));
  const { data } = await performAct(services, callers.officer!, 'audit.list', { action: 'due.assigned' });
  assert.ok(JSON.stringify(data).includes('Quarles'), 'the name alone does not say who it is');
  await byTwo(story, 'staff.retire', { person: NAME });
  await byTwo(story, 'staff.erase', { person: NAME });
  assert.deepEqual(await tablesWith(story, 'Quarles'), []);
  assert.deepEqual((await verifyAll(world.store.db)).findings, []);
});
