// The event that decisions of an active policy have changed: by what was published, by the clock and by another version.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import type { Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import { readEventData } from '@rf-indicators/core/store/event-data';
import { NO_RECEIVERS } from '@rf-indicators/core/webhooks/allowed-receivers';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { decideOnce, policyDocument } from '../../../../test/support/policies.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { ALL_SAMPLES, DAY, publishedWorld, type World } from '../../../../test/support/world.ts';

async function toldIn({ store }: World) {
  const rows = await store.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'decision.changed')
    .orderBy('seq')
    .execute();
  return rows.map(({ data }) => readEventData({ type: 'decision.changed', data }));
}

async function subscriber({ desk, people, masterKey }: World): Promise<Member> {
  const wanted = { name: 'Acorn', tier: 'PROFESSIONAL', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const rules: TargetRules = { allowLoopback: true, allowed: NO_RECEIVERS, resolve: async () => [] };
  await addEndpoint(desk, member, rules, {
    url: 'http://127.0.0.1:1/hook',
    event_types: ['decision.changed'],
  });
  return member;
}

async function activate({ desk }: World, member: Member, below: string): Promise<void> {
  await savePolicy(desk, member, { document: policyDocument({ below }) });
  await askForActivation(desk, member, { name: 'lender' });
}

onEachStore('each cause of a changed decision is one event, and nothing else is', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, publisher } = world;
  const member = await subscriber(world);
  await activate(world, member, '40.00');
  const tell = () =>
    tellDecisions(
      desk,
      DEFAULT_POLICY,
      bookProviders(desk.store.db, () => world.masterKey),
    );
  const decisions = async () => {
    const ids = ALL_SAMPLES.map(world.idOf);
    const services = { context: desk, masterKey: () => world.masterKey, policy: DEFAULT_POLICY };
    const { document } = await decideOnce(services, member.workspace.id, ids);
    return new Map(document.providers.map(({ provider, decision }) => [provider, decision]));
  };
  assert.equal(await tell(), 0, 'the first evaluation says what stands');
  let standing = await decisions();
  assert.equal(await tell(), 0);

  await activate(world, member, '80.00');
  await Promise.all([tell(), tell()]);
  let [byPolicy, ...repeated] = await toldIn(world);
  assert.deepEqual(repeated, [], 'of two at once, one tells');
  assert.equal(byPolicy!.cause, 'policy');
  let now = await decisions();
  const expected = (before: Map<string, string>, after: Map<string, string>) =>
    [...after]
      .filter(([id, decision]) => before.get(id) !== decision)
      .map(([id]) => id)
      .sort();
  assert.deepEqual(byPolicy!.changes.map(({ provider_id }) => provider_id).sort(), expected(standing, now));
  for (const { provider_id, previous_decision, decision } of byPolicy!.changes)
    assert.deepEqual([previous_decision, decision], [standing.get(provider_id), now.get(provider_id)]);
  standing = now;

  // Nothing is published, so decisions worsen at instants that were known before, and nowhere else.
  const begun = desk.clock();
  for (let hours = 6; hours <= 60; hours += 6) {
    desk.moveTo(begun + (hours * DAY) / 24);
    const told = await tell();
    now = await decisions();
    const worse = expected(standing, now);
    assert.equal(told, worse.length > 0 ? 1 : 0, `after ${hours} hours`);
    if (told === 0) continue;
    byPolicy = (await toldIn(world)).at(-1);
    assert.equal(byPolicy!.cause, 'time');
    assert.deepEqual(byPolicy!.changes.map(({ provider_id }) => provider_id).sort(), worse);
    standing = now;
  }
  assert.ok((await toldIn(world)).length > 1, 'after 48 hours without a check, nothing is allowed');

  await sweepStaleness(desk, DEFAULT_POLICY);
  assert.notEqual(await runDaily(desk, publisher, true), null);
  assert.equal(await tell(), 1);
  assert.equal((await toldIn(world)).at(-1)!.cause, 'publication');
  assert.equal(await tell(), 0);
});
