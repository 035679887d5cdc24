// Disclosures say what is on record, and nothing where nothing is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { setDisclosures } from '@rf-indicators/core/desk/disclosures/register';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { changeRule } from '../../../../test/support/desk-rules.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import {
  DAY,
  enter,
  MINUTE,
  publishedPlace,
  publishNow,
  type World,
} from '../../../../test/support/world.ts';
import { doctor } from '../cli/run-doctor.ts';

const ALL = {
  ...{ team: 'The desk', conflicts: 'None.', handling: 'They are declared.' },
  ...{ sources: 'Public documents.', limits: 'No market prices.', reason: 'The first ones.' },
};
const SWITCHED_OFF =
  'The rule that a committee needs an independent vote was switched off when it last decided.';

interface Change {
  verification_id: string;
  disclosures: { independence_rule: boolean } | null;
}

async function served(t: Lifetime): Promise<{ world: World; api: Api; dataDir: string }> {
  const { world, location } = await publishedPlace('sqlite', t);
  const { dataDir } = location;
  const api = await startApi(t, { dataDir, demo: false, env: { RF_DAILY_RUN: 'off' } });
  return { world, api, dataDir };
}

async function currentOf({ store, idOf }: World, sample: string): Promise<string> {
  const { verification_id } = await store.db
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', idOf(sample))
    .executeTakeFirstOrThrow();
  return verification_id!;
}

test('without disclosures on record, indicators are served and claim nothing, and rf doctor says what is missing', async (t) => {
  const { world, api, dataDir } = await served(t);
  const id = await currentOf(world, 'FX-01');
  assert.equal((await api.get(`/api/public/verify/${id}`)).json.disclosures, null);
  const changes = (await api.get('/api/public/changelog')).json.data as { disclosures: unknown }[];
  assert.ok(changes.length > 0 && changes.every(({ disclosures }) => disclosures === null));
  for (const path of [`/verify/${id}`, `/providers/${world.slugOf('FX-01')}`, '/feeds/changelog.atom']) {
    const text = await (await fetch(api.url + path)).text();
    assert.doesNotMatch(text, /Responsible|Solicited|did not ask|not pay|Conflicts of interest/, path);
    assert.doesNotMatch(text, /Disclosures<|independent vote/, path);
  }
  const { state, what, todo } = (await doctor({ RF_DATA_DIR: dataDir })).about('disclosures');
  assert.equal(state, 'warn');
  assert.match(what, /without disclosures: who is responsible, conflicts of interest, sources and limits/);
  assert.match(todo!, /rf disclosures set/);
});

test('what is drafted after independence was switched off says so, and what was decided before does not', async (t) => {
  const { world, api } = await served(t);
  const { desk, people, store, idOf, slugOf, publisher } = world;
  desk.moveTo(desk.clock() + DAY);
  await store.transaction(async (writes) => {
    const { operator: requester, officer: approver } = people;
    const id = await makeRequest(desk, writes, requester, 'disclosures.set', 'disclosures', ALL);
    await setDisclosures(desk, writes, { requester, approver }, ALL, id);
  });
  const decide = async (sample: string, keys: string) => {
    desk.moveTo(desk.clock() + DAY);
    await enter(world, sample, 'key_quorum', keys);
    desk.moveTo(desk.clock() + MINUTE);
    await publishNow(world, { providerIds: [idOf(sample)] });
    await sealRecords(desk, publisher);
  };
  /** What the proof, the change and the page of a provider say. */
  const says = async (sample: string) => {
    const id = await currentOf(world, sample);
    const proof = `/api/public/verify/${id}`;
    await until('the proof', async () => (await api.get(proof)).json.disclosures !== null);
    const changeOf = async () =>
      ((await api.get('/api/public/changelog')).json.data as Change[]).find(
        ({ verification_id }) => verification_id === id,
      );
    await until('the change', async () => (await changeOf()) !== undefined);
    const page = await (await fetch(`${api.url}/providers/${slugOf(sample)}`)).text();
    return {
      proof: (await api.get(proof)).json.disclosures.independence_rule,
      change: (await changeOf())!.disclosures?.independence_rule,
      page: !page.includes(SWITCHED_OFF),
    };
  };
  await decide('FX-01', '1');
  assert.deepEqual(await says('FX-01'), { proof: true, change: true, page: true });
  await changeRule(world, 'committee_independence', 0);
  assert.deepEqual(await says('FX-01'), { proof: true, change: true, page: true }, 'decided before');
  await decide('FX-01', '3');
  await decide('FX-03', '1');
  for (const sample of ['FX-01', 'FX-03'])
    assert.deepEqual(await says(sample), { proof: false, change: false, page: false }, sample);
});
