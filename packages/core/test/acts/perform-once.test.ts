// An act that creates something is performed once for each Idempotency-Key, and no secret is kept for the repetition.

import assert from 'node:assert/strict';
import type { ActName, InputOf } from '@rf-indicators/contract/acts';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performOnce } from '@rf-indicators/core/acts/perform-once';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { type Story, storyOf } from './story.ts';

async function create({ services, callers }: Story, name: string, key: string | null, by = 'operator') {
  const input: InputOf<'workspaces.create'> = { name, tier: 'PROFESSIONAL' };
  return performOnce(services, callers[by] as Caller, 'workspaces.create' satisfies ActName, input, key);
}

onEitherStore(
  'a repeated request changes nothing, and gets the first answer without its secret',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const story = storyOf(world);
    const { db } = world.store;
    const count = async () => (await db.selectFrom('workspaces').select('id').execute()).length;
    const first = await create(story, 'Acorn', 'k1');
    assert.match(first.answer.claim_code, /./);
    const again = await create(story, 'Acorn', 'k1');
    assert.deepEqual(again, { answer: { ...first.answer, claim_code: null }, repeated: true });
    assert.equal(await count(), 1);
    const kept = JSON.stringify(await db.selectFrom('idempotent_answers').selectAll().execute());
    assert.ok(!kept.includes(first.answer.claim_code));

    await assert.rejects(create(story, 'Birch', 'k1'), /was used for another request/);
    await assert.rejects(create(story, 'Acorn', null), /Acorn/, 'without a key it is a new request');
    assert.equal(await count(), 1);
    await create(story, 'Birch', 'k2');
    world.desk.moveTo(world.desk.clock() + 25 * 60 * 60 * 1000);
    await create(story, 'Cedar', 'k1');
    assert.equal(await count(), 3, 'after a day a key is new');
  },
);

onEachStore('of two requests at once with one key, one is performed', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const outcomes = await Promise.allSettled(
    ['Acorn', 'Acorn', 'Acorn'].map((name) => create(story, name, 'k1')),
  );
  const performed = outcomes.filter(({ status }) => status === 'fulfilled');
  assert.ok(performed.length >= 1);
  const rows = await world.store.db.selectFrom('workspaces').select('id').execute();
  assert.equal(rows.length, 1);
});

onEitherStore('a refused act leaves its key free', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  await assert.rejects(create(story, 'Acorn', 'k1', 'analyst'), /operator role/);
  assert.deepEqual(await world.store.db.selectFrom('idempotent_answers').selectAll().execute(), []);
});
