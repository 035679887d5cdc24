// Scores drift as evidence ages. That alone is told only once it is large; until then a run confirms what stands.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { readDraft } from '@rf-indicators/core/desk/runs/drafts';
import { causesToPublish, DEFAULT_POLICY, type ScoreSummary } from '@rf-indicators/core/desk/runs/policy';
import { onEachStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  draft,
  FIRST_DAY,
  foundedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

const AGEING = ['drift', 'caps', 'band'];

const published: ScoreSummary = {
  package: {
    as_of: '2026-04-01T06:00:00Z',
    configuration: {},
    configuration_digest: '',
    gates: {},
    inputs: {},
    methodology_digest: '',
    provider: { id: 'p', name: 'P', planner_type: 'btc', flags: {} },
  } as unknown as ScoreSummary['package'],
  final_score: 7000,
  risk_band: 'MEDIUM',
  caps: '',
};

test('drift is news from 1.00 on, up or down; a changed cap or band always is', () => {
  const causes = (moved: Partial<ScoreSummary>) =>
    causesToPublish(published, { ...published, ...moved, renewals: new Set() }, DEFAULT_POLICY);
  assert.deepEqual(causes({ final_score: 6901 }), []);
  assert.deepEqual(causes({ final_score: 7099 }), []);
  assert.deepEqual(causes({ final_score: 6900 }), ['drift']);
  assert.deepEqual(causes({ final_score: 7100 }), ['drift']);
  assert.deepEqual(causes({ final_score: 6999, risk_band: 'HIGH' }), ['band']);
  assert.deepEqual(causes({ caps: 'HR07:4000' }), ['caps']);
});

interface Aged {
  sample: string;
  drift: number;
  action: string;
  causes: readonly string[];
}

/** What a run makes of each provider, with its drift from what stands. */
async function aged(world: World): Promise<Aged[]> {
  const { items } = await readDraft(world.store.db, await draft(world));
  return ALL_SAMPLES.map((sample) => {
    const item = items.find(({ provider_id }) => provider_id === world.idOf(sample))!;
    const { action, causes, previous_score, new_score } = item;
    return { sample, drift: new_score! - previous_score!, action, causes };
  });
}

async function verifiedAt({ store, idOf }: World, sample: string): Promise<number> {
  const { verified_at } = await store.db
    .selectFrom('provider_states')
    .select('verified_at')
    .where('provider_id', '=', idOf(sample))
    .executeTakeFirstOrThrow();
  return verified_at;
}

onEachStore(
  'ageing alone is published once the drift is large; smaller drift only confirms the current indicator',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await publishNow(world);
    const quiet: Aged[] = [];
    const told: Aged[] = [];
    // Gates are looked at each week, and nothing else is.
    for (let week = 1; week <= 6; week += 1) {
      world.desk.moveTo(FIRST_DAY + week * 7 * DAY);
      await renewGates(world);
      const items = await aged(world);
      const before = (await changelog(world)).length;
      await publishNow(world);
      const entries = (await changelog(world)).slice(before);
      const news = items.filter(({ action }) => action === 'publish');
      assert.deepEqual(
        new Set(entries.map(({ provider_id }) => provider_id)),
        new Set(news.map(({ sample }) => world.idOf(sample))),
      );
      for (const item of items) {
        if (item.action === 'verify') assert.ok(Math.abs(item.drift) < 100, JSON.stringify(item));
        else assert.ok(item.causes.length > 0 && item.causes.every((cause) => AGEING.includes(cause)));
        assert.equal(item.causes.includes('drift'), Math.abs(item.drift) >= 100, JSON.stringify(item));
        assert.equal(await verifiedAt(world, item.sample), world.desk.clock());
      }
      quiet.push(...items.filter(({ action, drift }) => action === 'verify' && drift !== 0));
      told.push(...news);
    }
    assert.ok(quiet.length > 0, 'some drifted without news');
    assert.ok(told.length > 0, 'some drifted until it was news');
  },
);

onEachStore(
  'a run of everything also publishes unchanged scores, but writes news only for changed ones',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await publishNow(world);
    const before = await currentIndicators(world.store.db, ALL_SAMPLES.map(world.idOf));
    world.desk.moveTo(FIRST_DAY + DAY);
    const outcome = await publishNow(world, { everything: true });
    assert.deepEqual([outcome.published, outcome.verified], [ALL_SAMPLES.length, 0]);
    const after = await currentIndicators(world.store.db, ALL_SAMPLES.map(world.idOf));
    for (const [id, { indicator, final_score }] of after) {
      assert.equal(indicator.supersedes, before.get(id)!.indicator.verification_id);
      assert.ok(Math.abs(final_score - before.get(id)!.final_score) < 100);
    }
    const moved = [...after].filter(([id, { final_score }]) => final_score !== before.get(id)!.final_score);
    assert.equal((await changelog(world)).length, ALL_SAMPLES.length + moved.length);
  },
);
