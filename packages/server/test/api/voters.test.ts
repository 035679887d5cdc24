// Readers see who voted in the committee only where two people chose so before it began.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { startApi } from '../../../../test/support/api.ts';
import { changeRule } from '../../../../test/support/desk-rules.ts';
import { until } from '../../../../test/support/until.ts';
import {
  DAY,
  enter,
  MINUTE,
  publishedPlace,
  publishNow,
  type World,
} from '../../../../test/support/world.ts';

const choose = (world: World, value: 0 | 1) => changeRule(world, 'committee_names_public', value);

/** The committee lowers or raises the band of FX-01. */
async function decideBand(world: World, keys: string): Promise<void> {
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-01', 'key_quorum', keys);
  world.desk.moveTo(world.desk.clock() + MINUTE);
  await publishNow(world, { providerIds: [world.idOf('FX-01')] });
}

test('names of voters are public only where the rule chose so, and for what was drafted since', async (t) => {
  const { world, location } = await publishedPlace('sqlite', t);
  const { store, slugOf, idOf } = world;
  const api = await startApi(t, { dataDir: location.dataDir, demo: false, env: { RF_DAILY_RUN: 'off' } });
  const names = (await listStaff(store.db)).map(({ name }) => name);
  const current = async () => {
    const { verification_id } = await store.db
      .selectFrom('provider_states')
      .select('verification_id')
      .where('provider_id', '=', idOf('FX-01'))
      .executeTakeFirstOrThrow();
    return verification_id!;
  };
  /** Every public answer about the provider, when the service has read what changed. */
  const shown = async (isReady: (voters: unknown) => boolean) => {
    const id = await current();
    const proof = `/api/public/verify/${id}`;
    await until('the answer', async () => isReady((await api.get(proof)).json.voters));
    const readPage = async () => (await fetch(`${api.url}/providers/${slugOf('FX-01')}`)).text();
    // What is kept of the indicator before serves until the service has noticed the publication.
    await until('the page of the new indicator', async () => (await readPage()).includes(id));
    const pages = [await readPage(), await (await fetch(`${api.url}/verify/${id}`)).text()];
    const others = ['/api/public/changelog', '/api/public/scores', '/feeds/changelog.json', proof];
    const texts = await Promise.all(others.map(async (path) => (await api.get(path)).text));
    return { pages, all: [...pages, ...texts], voters: (await api.get(proof)).json.voters };
  };
  const named = (text: string) => names.filter((name) => text.includes(name));

  await decideBand(world, '1');
  const hidden = await shown((voters) => voters === null);
  assert.deepEqual(hidden.all.flatMap(named), []);
  const before = await current();

  await choose(world, 1);
  await decideBand(world, '3');
  const { voters, pages } = await shown((each) => each !== null);
  const inFavour = voters.for as string[];
  assert.ok(inFavour.length >= 2 && inFavour.every((name) => names.includes(name)), JSON.stringify(voters));
  assert.deepEqual(voters.against, []);
  for (const page of pages) {
    assert.ok(page.includes(`<dt>Voted for</dt><dd>${inFavour.join(', ')}</dd>`));
    assert.ok(page.includes('<dt>Voted against</dt><dd>Nobody</dd>'));
  }
  const earlier = await api.get(`/api/public/verify/${before}`);
  assert.equal(earlier.json.voters, null, 'nobody knew that these votes would be public');

  await choose(world, 0);
  assert.deepEqual((await shown((each) => each === null)).all.flatMap(named), []);
});
