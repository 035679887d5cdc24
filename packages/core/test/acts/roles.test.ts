// The role matrix: every act for every role, for another workspace and for nobody, on a real store.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_NAMES, ACTS, MEMBER_ROLES, STAFF_ROLES, type WhoMay } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { Refusal } from '@rf-indicators/core/context/refusal';
import type { Store, Writes } from '@rf-indicators/core/store/store';
import { enrol } from '../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { EXAMPLES } from './examples.ts';
import { type Story, servicesFor, storyOf } from './story.ts';

/** Whoever passes the role rule is refused for the input: no act here ever gets to change anything. */
const NOT_AN_INPUT = { not_an_input: true };

async function isAllowed(
  { services }: Story,
  caller: Caller,
  name: (typeof ACT_NAMES)[number],
): Promise<boolean> {
  try {
    await performAct(services, caller, name, NOT_AN_INPUT as never);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    if (error.code === 'validation_failed') return true;
    assert.ok(['insufficient_role', 'invalid_token'].includes(error.code), error.code);
    return false;
  }
  throw new Error(`${name} took an input that is none`);
}

async function everyCaller(story: Story): Promise<Map<string, Caller>> {
  const { desk, people, masterKey } = story.world;
  const callers = new Map<string, Caller>([
    ['nobody', { kind: 'nobody' }],
    ['local', { kind: 'local' }],
  ]);
  for (const role of STAFF_ROLES) {
    const person = { name: `only ${role}`, roles: [role] };
    const { actor } = await enrol(desk, people.operator, person, people.reviewer);
    callers.set(`staff ${role}`, { kind: 'staff', actor });
  }
  const { claim } = await createWorkspace(desk, people.operator, masterKey, { name: 'Acorn', tier: 'FREE' });
  const { member: admin } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  for (const role of MEMBER_ROLES) {
    const { token } = await addMember(desk, admin, { name: `only ${role}`, role });
    callers.set(`member ${role}`, {
      kind: 'member',
      member: await authenticateMember(desk, token),
      from: 'a test',
    });
  }
  return callers;
}

/** What the entry says, worked out without the code that enforces it. */
function expected(name: (typeof ACT_NAMES)[number], who: string): boolean {
  const { kind, who: rule }: { kind: string; who: WhoMay } = ACTS[name];
  const [sort, role] = who.split(' ');
  if (rule.anyone !== undefined) return true;
  if (sort === 'local') return kind === 'read' && rule.member === undefined;
  if (sort === 'staff') return rule.staff?.some((one) => one === role) ?? false;
  if (sort === 'member') return rule.member?.some((one) => one === role) ?? false;
  return false;
}

onEitherStore('every act allows the roles of its entry and refuses all others', async (kind, t) => {
  const story = storyOf(await foundedWorld(kind, t));
  const wrong: string[] = [];
  for (const [who, caller] of await everyCaller(story)) {
    for (const name of ACT_NAMES) {
      if ((await isAllowed(story, caller, name)) !== expected(name, who)) wrong.push(`${name}: ${who}`);
    }
  }
  assert.deepEqual(wrong, []);
});

onEitherStore('a member reads their own workspace and no other, and staff name one', async (kind, t) => {
  const story = storyOf(await foundedWorld(kind, t));
  const { desk, people, masterKey } = story.world;
  const callers = await everyCaller(story);
  const { claim } = await createWorkspace(desk, people.operator, masterKey, { name: 'Birch', tier: 'FREE' });
  await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Bea' });
  const reads = ['members.list', 'terms.list', 'keys.list', 'webhooks.list', 'notices.list'] as const;
  for (const name of [...reads, 'agent_calls.list', 'deliveries.list'] as const) {
    const read = (who: string, input: object) => performAct(story.services, callers.get(who)!, name, input);
    await read('member viewer', {});
    await read('member viewer', { workspace: 'Acorn' });
    await assert.rejects(
      read('member contract_admin', { workspace: 'Birch' }),
      /cannot read other workspaces/,
    );
    await read('staff operator', { workspace: 'Birch' });
    await assert.rejects(read('local', { workspace: 'Birch' }), { code: 'invalid_token' });
    await assert.rejects(read('staff operator', {}), hasDetail('/workspace'));
    await assert.rejects(
      read('staff operator', { workspace: 'Cedar' }),
      /No workspace has the id or name "Cedar"/,
    );
  }
});

onEitherStore('a member who was removed after signing in changes nothing', async (kind, t) => {
  const story = storyOf(await foundedWorld(kind, t));
  const caller = (await everyCaller(story)).get('member developer')!;
  await story.world.store.transaction((writes) =>
    writes.updateTable('members').set({ removed_at: 1 }).where('name', '=', 'only developer').execute(),
  );
  await assert.rejects(
    performAct(story.services, caller, 'keys.revoke', { key: 'k' }),
    /only developer is no longer a member of the workspace/,
  );
});

const LOSSES = {
  'no longer on the staff': (writes: Writes, id: string) =>
    writes.updateTable('staff').set({ retired_at: 1 }).where('id', '=', id).execute(),
  'which .+ does not have': (writes: Writes, id: string) =>
    writes.deleteFrom('staff_roles').where('staff_id', '=', id).execute(),
};

/** Services for which this happens to a person after their request was admitted: when the transaction of the act begins. */
function losing(services: ActServices, id: string, lose: (typeof LOSSES)[keyof typeof LOSSES]): ActServices {
  const { context } = services;
  const transaction: Store['transaction'] = (work, options) =>
    context.store.transaction(async (writes) => {
      await lose(writes, id);
      return work(writes);
    }, options);
  return { ...services, context: { ...context, store: { ...context.store, transaction } } };
}

test('in every act of staff, a person who is retired or loses the role before the transaction changes nothing', async (t) => {
  const story = storyOf(await foundedWorld('sqlite', t));
  for (const { name, by, before, input, after } of EXAMPLES) {
    story.world.desk.moveTo(story.world.desk.clock() + 1000);
    await before?.(story);
    const caller = story.callers[by]!;
    const given = input(story);
    const services = servicesFor(story, name);
    if (ACTS[name].kind === 'act' && caller.kind === 'staff') {
      for (const [refusal, lose] of Object.entries(LOSSES)) {
        const outcome = await performAct(losing(services, caller.actor.id, lose), caller, name, given).then(
          () => 'is performed',
          String,
        );
        assert.match(outcome, new RegExp(refusal), name);
      }
    }
    const answer = await performAct(services, caller, name, given);
    await after?.(story, answer as never);
  }
});

function hasDetail(place: string): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.details.some((detail) => detail.place === place);
}
