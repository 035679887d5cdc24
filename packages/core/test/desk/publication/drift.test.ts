// The served score follows its evidence: each run publishes every result that is not equal to the current one. What
// only the age of evidence moved is drift, which is told as news once it adds up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { readDraft } from '@rf-indicators/core/desk/runs/drafts';
import { DEFAULT_POLICY, isEqual, judge, type ScoreSummary } from '@rf-indicators/core/desk/runs/policy';
import type { Change, ChangePart, ComputationPackage } from '@rf-indicators/engine';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  draft,
  FIRST_DAY,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

const content = {
  as_of: '2026-04-01T06:00:00Z',
  configuration: { name: 'default' },
  configuration_digest: 'c',
  facts: { yield_max: { value: '5.00', grade: 'A', evidence_date: '2026-03-31' } },
  gates: { insolvency_status: { value: 'none', grade: 'A', evidence_date: '2026-03-31' } },
  inputs: { equity_ratio: { value: '4.00', grade: 'A', evidence_date: '2026-03-31' } },
  methodology_digest: 'm',
  provider: { id: 'p', name: 'P', planner_type: 'btc', flags: { lends: true } },
  result: {
    scoring_date: '2026-04-01',
    final_score: '70.00',
    decision: {
      summary: 'S',
      ceiling_factors: [{ criterion_id: 'a', point_impact: '-1.00', detail: '12 days old' }],
      floor_factors: [{ criterion_id: 'b', point_impact: '2.00', detail: '3 days old' }],
    },
  },
} as unknown as ComputationPackage;

const published: ScoreSummary = { package: content, final_score: 7000, risk_band: 'MEDIUM', caps: '' };

function changed(...path: string[]): (value: unknown) => ComputationPackage {
  return (value) => {
    const copy = structuredClone(content);
    const last = path.pop()!;
    const parent = path.reduce((part, name) => part[name] as Record<string, unknown>, Object(copy));
    parent[last] = value;
    return copy;
  };
}

test('results are equal if they differ in their date and in the ages in detail texts alone', () => {
  const aged = structuredClone(content);
  aged.as_of = '2026-04-02T06:00:00Z';
  aged.result.scoring_date = '2026-04-02';
  aged.result.decision.ceiling_factors[0]!.detail = '13 days old';
  aged.result.decision.floor_factors[0]!.detail = '4 days old';
  assert.ok(isEqual(content, aged));
  for (const other of [
    changed('provider', 'name')('Q'),
    changed('provider', 'flags')({ lends: false }),
    changed('gates', 'insolvency_status', 'evidence_date')('2026-04-01'),
    changed('inputs', 'equity_ratio', 'grade')('B'),
    changed('inputs', 'equity_ratio', 'value')('4.01'),
    changed('facts', 'yield_max', 'value')('6.00'),
    changed('configuration_digest')('d'),
    changed('methodology_digest')('n'),
    changed('result', 'final_score')('70.01'),
    changed('result', 'decision', 'summary')('T'),
  ]) {
    assert.ok(!isEqual(content, other), JSON.stringify(other));
  }
});

test('what a publication is called depends on what moved', () => {
  const part = (kind: ChangePart['kind'], points: string): ChangePart => ({
    ...{ kind, points, criterion_id: null, module_id: null, before: null, after: null },
  });
  const kindOf = (
    moved: Partial<ScoreSummary>,
    parts: ChangePart[],
    lastNews = published.final_score,
    policy = DEFAULT_POLICY,
  ) => judge(published, { ...published, ...moved }, { parts } as Change, lastNews, policy).kind;
  const ageing = [part('ageing', '-0.60'), part('renewal', '0.10'), part('value', '0.00')];

  assert.equal(kindOf({}, []), 'renewal');
  assert.equal(kindOf({ package: changed('inputs', 'equity_ratio', 'value')('4.01') }, []), 'renewal');
  assert.equal(kindOf({ final_score: 6950 }, ageing), 'drift');
  assert.equal(kindOf({ final_score: 6950 }, [...ageing, part('value', '0.01')]), 'score_change');
  assert.equal(kindOf({ final_score: 6950 }, [part('structure', '-0.50')]), 'score_change');
  assert.equal(kindOf({ caps: 'HR07:4000' }, ageing), 'score_change', 'a cap is news whatever the score');
  assert.equal(kindOf({ final_score: 6950, risk_band: 'ELEVATED' }, ageing), 'band_change');
  const nextFramework = { package: changed('methodology_digest')('n') };
  assert.equal(kindOf({ ...nextFramework, final_score: 6950 }, ageing), 'methodology_change');
  assert.equal(kindOf({ ...nextFramework, risk_band: 'HIGH' }, ageing), 'band_change');
  assert.equal(kindOf(nextFramework, ageing), 'renewal');

  // Drift is counted from the last news, up or down.
  for (const [final_score, lastNews, kind] of [
    [6999, 7098, 'drift'],
    [6999, 7099, 'score_change'],
    [7001, 6902, 'drift'],
    [7001, 6901, 'score_change'],
  ] as const) {
    assert.equal(kindOf({ final_score }, ageing, lastNews), kind);
  }
  const sensitive = { ...DEFAULT_POLICY, driftHundredths: 50 };
  assert.equal(kindOf({ final_score: 6951 }, ageing, 7000, sensitive), 'drift');
  assert.equal(kindOf({ final_score: 6950 }, ageing, 7000, sensitive), 'score_change');
});

async function current({ store, idOf }: World) {
  return currentIndicators(store.db, ALL_SAMPLES.map(idOf));
}

onEitherStore(
  'drift is published each time; once it adds up to a point since the last news, it is news',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const lastNews = new Map([...(await current(world))].map(([id, { final_score }]) => [id, final_score]));
    const seen = new Map<string, number>();
    // Gates are looked at each week, and nothing else is.
    for (let week = 1; week <= 6; week += 1) {
      world.desk.moveTo(FIRST_DAY + week * 7 * DAY);
      await renewGates(world);
      const before = await current(world);
      const { items } = await readDraft(world.store.db, await draft(world));
      const told = (await changelog(world)).length;
      await publishNow(world);
      const entries = new Map((await changelog(world)).slice(told).map((one) => [one.provider_id, one]));
      const after = await current(world);
      for (const { provider_id: id, action, kind: what, new_score, change } of items) {
        const was = before.get(id)!;
        const now = after.get(id)!;
        assert.equal(now.final_score, new_score, 'the served score is the computed one');
        assert.equal(action, 'publish', 'renewed gates are other inputs');
        const same = now.final_score === was.final_score && now.caps === was.caps;
        const onlyAge = change!.parts.every(({ kind, points }) => points === '0.00' || kind !== 'value');
        assert.ok(onlyAge && now.indicator.kind === what);
        const since = Math.abs(now.final_score - lastNews.get(id)!);
        if (same) assert.equal(what, 'renewal');
        else if (now.risk_band !== was.risk_band) assert.equal(what, 'band_change');
        else assert.equal(what, since >= 100 || now.caps !== was.caps ? 'score_change' : 'drift');
        assert.equal(entries.get(id)?.kind ?? 'renewal', what);
        if (what === 'score_change' || what === 'band_change') lastNews.set(id, now.final_score);
        seen.set(what!, (seen.get(what!) ?? 0) + 1);
      }
      assert.equal(entries.size, items.filter((item) => item.kind !== 'renewal').length);
    }
    for (const what of ['renewal', 'drift', 'score_change']) {
      assert.ok((seen.get(what) ?? 0) > 0, `${what} is missing: ${JSON.stringify([...seen])}`);
    }
    const types = await world.store.db
      .selectFrom('events')
      .innerJoin('indicators', 'indicators.provider_id', 'events.provider_id')
      .select('events.type')
      .distinct()
      .execute();
    const expected = ['score.published', 'score.drifted', 'score.renewed', 'score.changed'];
    assert.deepEqual(
      types.map(({ type }) => type).sort(),
      [...expected, ...(seen.has('band_change') ? ['band.changed'] : [])].sort(),
    );
  },
);

onEitherStore('a second run on the same day confirms what the first one published', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + 7 * DAY);
  await renewGates(world);
  assert.equal((await publishNow(world)).verified, 0);
  const before = await current(world);
  world.desk.moveTo(FIRST_DAY + 7 * DAY + 1);
  const outcome = await publishNow(world);
  assert.deepEqual([outcome.published, outcome.verified], [0, ALL_SAMPLES.length]);
  assert.deepEqual(await current(world), before);
});

onEitherStore(
  'a run of everything also publishes equal results, as renewals without news',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const before = await current(world);
    const news = (await changelog(world)).length;
    world.desk.moveTo(FIRST_DAY + 60_000);
    const runId = await draft(world, { everything: true });
    const { items } = await readDraft(world.store.db, runId);
    assert.deepEqual(
      [...new Set(items.map(({ kind: what, causes }) => `${what} ${causes}`))],
      ['renewal requested'],
    );
    const outcome = await publishNow(world, { everything: true });
    assert.deepEqual([outcome.published, outcome.verified], [ALL_SAMPLES.length, 0]);
    for (const [id, { indicator, final_score }] of await current(world)) {
      assert.equal(indicator.supersedes, before.get(id)!.indicator.verification_id);
      assert.equal(indicator.renews, before.get(id)!.indicator.verification_id);
      assert.equal(final_score, before.get(id)!.final_score);
    }
    assert.equal((await changelog(world)).length, news);
  },
);
