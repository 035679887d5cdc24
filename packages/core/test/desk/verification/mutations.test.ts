// Whatever is changed, removed or added behind the program's back in what is public or decided, rf verify --all finds it.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { chainOf, TABLE_NAMES } from '@rf-indicators/core/store/schema';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { lowerGuards, mutateTogether, mutations } from '../../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, foundedWorld, publishNow, type World } from '../../../../../test/support/world.ts';
import { EXAMPLES } from '../../acts/examples.ts';
import { servicesFor, storyOf } from '../../acts/story.ts';

/** Every act was performed once, so that nearly every table has rows. */
async function fullWorld(kind: StoreKind, t: Parameters<typeof foundedWorld>[1]): Promise<World> {
  const world = await foundedWorld(kind, t);
  const { desk, publisher } = world;
  const story = storyOf(world);
  for (const { name, by, before, input, after } of EXAMPLES) {
    desk.moveTo(desk.clock() + 1000);
    await before?.(story);
    const answer = await performAct(servicesFor(story, name), story.callers[by]!, name, input(story));
    await after?.(story, answer as never);
  }
  await leaveTraces(world);
  await sealRecords(desk, publisher);
  return world;
}

/** Rows that no act of the story leaves: confirmations, staleness, and what takes a longer story or an older version. */
async function leaveTraces(world: World): Promise<void> {
  const { desk, store, people } = world;
  const { db } = store;
  await publishNow(world);
  desk.moveTo(desk.clock() + 60_000);
  assert.ok((await publishNow(world)).verified > 0, 'a run confirms indicators');
  do desk.moveTo(desk.clock() + DAY);
  while ((await sweepStaleness(desk, DEFAULT_POLICY)).stale.length === 0);
  const text = { csv: '#a dump\r\n', rows: 0, frameworkVersion: 'RF Framework v1.0' };
  assert.ok((await writeDueDatasets(desk, world.publisher, async () => text)) > 0);
  const { id: request_id } = await db.selectFrom('requests').select('id').executeTakeFirstOrThrow();
  const { digest } = await db.selectFrom('methodologies').select('digest').executeTakeFirstOrThrow();
  const { id: proposal_id } = await db.selectFrom('proposals').select('id').executeTakeFirstOrThrow();
  const { id: workspace_id } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const [by, at] = [people.operator.id, desk.clock()];
  const { id: run_id } = await db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  await store.transaction(async (writes) => {
    // As stores have it that are older than the committee.
    await writes
      .insertInto('run_approvals')
      .values({
        ...{ run_id, approved_by: people.reviewer.id, approved_at: at },
        ...{ votes: '[]', dissent: null, minutes: null },
      })
      .execute();
    await writes
      .insertInto('desk_rules')
      .values({ name: 'notice_days', value: '14', set_at: at, request_id })
      .execute();
    await writes
      .insertInto('methodology_cancellations')
      .values({
        digest,
        cancelled_at: at,
        cancelled_by: by,
        approved_by: people.reviewer.id,
        reason: 'A fault',
      })
      .execute();
    await writes
      .insertInto('methodology_replacements')
      .values({ digest, replaced_by: digest, replaced_at: at, recorded_by: by })
      .execute();
    await writes
      .insertInto('retractions')
      .values({ proposal_id, replaced_by: null, reason: 'A typo', retracted_by: by, retracted_at: at })
      .execute();
    await writes
      .insertInto('recorded_facts')
      .values({ provider_id: null, currency: 'EUR', fact_id: 'rate', value: '2.00', recorded_at: at })
      .execute();
    await writes
      .insertInto('pending_decisions')
      .values({
        ...{ proposal_id, group_id: 'alone', proposed_by: people.analyst.id, decision: 'rejected' },
        ...{ decided_by: people.reviewer.id, decided_at: at, in_force_at: at + 8000, reason: 'A typo' },
        ...{ seen_value: null, lapsed_at: at + 8000, lapsed_because: 'It was decided meanwhile.' },
      })
      .execute();
    const { id: user_id } = await writes.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await writes
      .insertInto('user_credentials')
      .values({
        ...{ id: 'password', user_id, provider_id: 'credential', account_id: user_id, password: 'a hash' },
        ...{ scope: null, created_at: at, updated_at: at },
      })
      .execute();
    await writes
      .insertInto('user_passkeys')
      .values({
        ...{ id: 'passkey', user_id, name: 'A key', public_key: 'x', credential_id: 'y', counter: 0 },
        ...{ device_type: 'singleDevice', backed_up: 0, transports: 'internal', aaguid: 'z', created_at: at },
      })
      .execute();
    await writes
      .insertInto('user_two_factors')
      .values({
        ...{ id: 'factor', user_id, secret: 'sealed', backup_codes: 'sealed', verified: 1 },
        ...{ failed_verification_count: 0, locked_until: null },
      })
      .execute();
    await writes
      .insertInto('user_sessions')
      .values({
        ...{
          id: 'session',
          user_id,
          token: 'a token',
          acting_as: `staff/${by}`,
          expires_at: at,
          created_at: at,
        },
        ...{ updated_at: at, ip_address: null, user_agent: null },
      })
      .execute();
    const notice = { kind: 'endpoint_disabled', subject: 'x', message: 'Disabled.', created_at: at };
    await writes
      .insertInto('workspace_notices')
      .values({ id: 'notice', workspace_id, ...notice })
      .execute();
  });
}

/** Of `provider_states` every row is tried, which takes minutes: in the full form only. */
const UNCHAINED = TABLE_NAMES.filter((table) => chainOf(table) === 'none' && table !== 'provider_states');

onEitherStore('every change of a record is found', async (kind, t) => {
  const world = await fullWorld(kind, t);
  const { store } = world;
  assert.deepEqual((await verifyAll(store.db)).findings, [], 'clean before anything is changed');
  await lowerGuards(store);
  const random = seededNumbers(kind === 'sqlite' ? 14 : 15);
  const results = await mutateTogether(store, random);
  const one = cases([UNCHAINED[random(UNCHAINED.length)]!], TABLE_NAMES);
  for await (const mutation of mutations(store, random, one)) results.push(mutation);
  const missed = results.filter(({ verdict, proof }) => verdict === 'not found' && proof !== 'operational');
  assert.deepEqual(missed, []);
  assert.ok(results.filter(({ verdict }) => verdict === 'found').length > 100);
  assert.deepEqual((await verifyAll(store.db)).findings, [], 'clean again after every change is undone');
});
