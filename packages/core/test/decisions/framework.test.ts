// A policy tried on an announced framework, on both databases: against what it decides once the framework is in effect.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import type { Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import type { Differences } from '@rf-indicators/core/desk/methodology/differences';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import {
  actServices,
  announce,
  approve,
  nextFramework,
  requestCancellation,
} from '../../../../test/support/next-framework.ts';
import { decideOnce, policyDocument } from '../../../../test/support/policies.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  FIRST_DAY,
  foundedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../test/support/world.ts';

const NEXT = 'RF Framework v1.1';

async function publishedWorld(...given: Parameters<typeof foundedWorld>): Promise<World> {
  const world = await foundedWorld(...given);
  await publishDueFrameworks(world.desk);
  await publishNow(world);
  return world;
}

async function customer({ desk, people, masterKey }: World): Promise<Member> {
  const wanted = { name: 'Acorn', tier: 'PROFESSIONAL', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  return (await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' })).member;
}

const testOn = (world: World, member: Member, more: { version?: number } = {}) =>
  performAct(actServices(world), { kind: 'member', member, from: 'a test' }, 'policies.test_framework', {
    name: 'lender',
    ...more,
  });

/** A score that a provider has under one of both frameworks, and not under the other. */
async function movedOver({ store }: World, digest: string): Promise<string> {
  const { differences } = await store.db
    .selectFrom('methodology_activations')
    .select('differences')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  const { providers } = JSON.parse(differences!) as Differences;
  const moved = providers.find(({ old_score, new_score }) => new_score !== null && old_score !== new_score)!;
  return Math.max(Number(moved.old_score), Number(moved.new_score)).toFixed(2);
}

const save = ({ desk }: World, member: Member, document: object) =>
  savePolicy(desk, member, { document: { ...document } });

onEachStore('what it would decide is what it decides once the framework is in effect', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk } = world;
  const member = await customer(world);
  const limit = (below: string) => policyDocument({ below });
  await save(world, member, limit('70.00'));
  assert.equal((await testOn(world, member)).announced, null, 'nothing is announced');
  const digest = await announce(world, nextFramework('1.1', '2026-04-15'));
  const document = limit(await movedOver(world, digest));
  await save(world, member, document);
  await askForActivation(desk, member, { name: 'lender' });
  const { announced, version } = await testOn(world, member);
  assert.deepEqual(
    [version, announced!.framework_version, announced!.effective_from, announced!.is_accepted],
    [1, NEXT, '2026-04-15', false],
  );
  assert.equal(announced!.announced.allowed, 0, 'a framework that is not named is at best reviewed');
  assert.ok(announced!.providers.some((one) => one.announced?.decided_by === 'rf:framework'));
  assert.ok(announced!.if_accepted.allowed > 0);
  const changed = announced!.providers.filter(
    ({ today, if_accepted }) => if_accepted!.decision !== today.decision,
  );
  assert.ok(changed.length > 0, 'the framework moves a score over the limit');
  assert.deepEqual([announced!.if_accepted.not_tested, announced!.untested_rules], [0, []]);

  await save(world, member, { ...document, frameworks: [...document.frameworks, NEXT] });
  const draft = await testOn(world, member);
  assert.deepEqual([draft.version, draft.announced!.is_accepted], [2, true]);
  assert.deepEqual(draft.announced!.announced, announced!.if_accepted);
  assert.equal((await testOn(world, member, { version: 1 })).announced!.is_accepted, false);
  await askForActivation(desk, member, { name: 'lender' });

  desk.moveTo(FIRST_DAY + 14 * DAY);
  await publishDueFrameworks(desk);
  await renewGates(world);
  await publishNow(world);
  const services = { context: desk, masterKey: () => world.masterKey, policy: DEFAULT_POLICY };
  const ids = ALL_SAMPLES.map(world.idOf);
  const decided = (await decideOnce(services, member.workspace.id, ids)).document.providers;
  let compared = 0;
  for (const { id, name, new_score, if_accepted } of announced!.providers) {
    const { decision, decided_by, saw } = decided.find(({ provider }) => provider === id)!;
    // Evidence has aged meanwhile.
    if (saw.score !== new_score) continue;
    assert.deepEqual([if_accepted!.decision, if_accepted!.decided_by], [decision, decided_by], name);
    compared += 1;
  }
  assert.ok(compared > 5, `${compared} providers have the published score`);
  assert.equal((await testOn(world, member)).announced, null, 'it is in effect');
});

onEitherStore('what is not published is not tested, and nothing is guessed for it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const member = await customer(world);
  const digest = await announce(world, nextFramework('1.1', '2026-04-15'));
  const document = policyDocument({ below: '70.00' });
  const modules = {
    ...{ id: 'weak_module', decision: 'REVIEW', sentence: 'A module is weak.' },
    when: { value: 'module_minimum', is: 'below', to: '100.00' },
  };
  await save(world, member, { ...document, rules: [...document.rules, modules] });
  const { announced } = await testOn(world, member);
  const { providers, if_accepted, untested_rules, today } = announced!;
  assert.equal(today.allowed, 0, 'today the rule holds for all');
  assert.deepEqual(
    untested_rules.map(({ id, providers: number }) => [id, number]),
    [['weak_module', providers.length]],
  );
  for (const {
    new_score,
    if_accepted: then,
    announced: asItIs,
    untested_rules: untested,
    ...one
  } of providers) {
    assert.deepEqual(untested, ['weak_module'], one.name);
    const isBlocked = Number(new_score) < 70;
    // A rule that reviews cannot change a BLOCK, and one that is not known does not make one.
    assert.equal(then?.decision, isBlocked ? 'BLOCK' : undefined, one.name);
    assert.equal(one.not_tested_because === null, isBlocked, one.name);
    assert.equal(asItIs?.decision, isBlocked ? 'BLOCK' : 'REVIEW', 'not named: at best REVIEW');
  }
  assert.equal(if_accepted.not_tested, providers.filter((one) => one.if_accepted === null).length);

  await approve(world, await requestCancellation(world, digest));
  assert.equal((await testOn(world, member)).announced, null, 'it was cancelled');
});
