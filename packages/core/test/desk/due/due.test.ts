import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { listDue, type WantedDue } from '@rf-indicators/core/desk/due/due';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { listProviders } from '@rf-indicators/core/desk/providers/providers';
import { score } from '@rf-indicators/engine';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, foundedWorld, methodology, type World } from '../../../../../test/support/world.ts';

async function dueInputs({ desk }: World, wanted: WantedDue) {
  assert.equal(await refreshDue(desk), 0);
  return (await listDue(desk, { limit: 1000, ...wanted })).data;
}

async function fullScore({ desk, idOf }: World, sample: string) {
  const now = desk.clock();
  const [facts] = await factsAsOf(desk.store.db, methodology, [idOf(sample)], now, now);
  const { id: provider_id, planner_type, flags, gates, inputs } = facts!;
  const run = { provider_id, planner_type, flags, gates, inputs, scoring_date: civilDate(now) };
  const outcome = score(methodology, run);
  assert.ok(outcome.status === 'SCORED');
  return outcome.trace;
}

onEitherStore('due inputs are listed gates first, then by day, with the points at stake', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people } = world;
  const slug = world.slugOf('FX-01');
  const due = await dueInputs(world, { days: 11 });
  assert.ok(due.length > 20);

  const gates = due.findLastIndex(({ is_gate }) => is_gate) + 1;
  assert.ok(due.slice(0, gates).every(({ is_gate }) => is_gate));
  for (const part of [due.slice(0, gates), due.slice(gates)]) {
    const days = part.map(({ loses_from }) => loses_from!);
    assert.deepEqual(days, [...days].sort());
  }
  assert.ok(due.every(({ days_left }) => days_left! <= 11));

  const trace = await fullScore(world, 'FX-01');
  const of = (input: string) => due.find((row) => row.slug === slug && row.input === input);
  const { provider_id: _, ...insolvency } = of('insolvency_status')!;
  assert.deepEqual(insolvency, {
    slug,
    input: 'insolvency_status',
    is_gate: true,
    value: 'none',
    grade: 'A',
    evidence_date: '2026-03-31',
    loses_from: '2026-04-08',
    lapses_on: '2026-04-14',
    days_left: 7,
    points_at_stake: 7698,
    assignee: null,
    note: null,
  });
  assert.equal(of('withdrawal_status')?.is_gate, true);
  assert.equal(of('integrity_finding'), undefined, 'starts to fade on 20 April');

  // What follows from other figures is renewed with them, so these are due: once, with all points that depend on them.
  const pointsOf = (id: string) =>
    trace.assessments.find(({ criterion }) => criterion.id === id)!.contribution;
  assert.equal(of('btc_shock_absorption'), undefined);
  const coverage = of('reserve_coverage')!;
  assert.deepEqual(
    [coverage.value, coverage.loses_from, coverage.points_at_stake],
    ['178.00', '2026-04-12', pointsOf('reserve_coverage') + pointsOf('btc_shock_absorption')],
  );
  const later = await dueInputs(world, { days: 400 });
  const ofLater = (input: string) => later.filter((row) => row.slug === slug && row.input === input);
  assert.deepEqual(ofLater('yield_spread'), []);
  for (const [input, value] of [
    ['yield_max', '6.75'],
    ['reference_rate', '3.75'],
  ] as const) {
    const [row, ...others] = ofLater(input);
    assert.deepEqual([row?.value, row?.points_at_stake, others], [value, pointsOf('yield_spread'), []]);
  }

  const missing = await dueInputs(world, { days: 11, missing: true });
  const never = missing.filter(({ value }) => value === null);
  assert.ok(never.length > 0 && missing.length === due.length + never.length);
  assert.ok(never.every(({ points_at_stake, days_left }) => points_at_stake === 0 && days_left === null));

  const ahead = await dueInputs(world, { days: 1, as_of: desk.clock() + 10 * DAY });
  const counted = ahead.map((row) => ({ ...row, days_left: row.days_left! + 10 }));
  assert.deepEqual(counted, due, 'from another day, only the days are counted differently');

  await retireProvider(desk, people.analyst, slug);
  const left = await dueInputs(world, { days: 11 });
  assert.equal(left.filter((row) => row.slug === slug).length, 0);
});

onEitherStore(
  'a lapsed gate still shows the points at stake, and renewing removes it from the list',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, people } = world;
    desk.moveTo(desk.clock() + 20 * DAY);
    const before = await dueInputs(world, { days: 0 });
    const slug = world.slugOf('FX-05');
    const gate = before.find((row) => row.slug === slug && row.input === 'withdrawal_status')!;
    assert.ok(gate.lapses_on! <= '2026-04-21' && gate.days_left! < 0 && gate.points_at_stake > 8000);
    assert.ok(before.some((row) => row.slug === slug && !row.is_gate && row.points_at_stake > 0));

    const providers = (await listProviders(desk.store.db)).map(({ slug }) => slug);
    const evidence = fictionalEvidence('Week 17', '2026-04-21', 'A', 'public register');
    const renewal = { input: 'withdrawal_status', providers, evidence };
    const { batchId } = await renewUnchanged(desk, people.analyst, methodology, renewal);
    await decide(desk, people.reviewer, { batchId }, 'approved', { unopened: true });
    const after = await dueInputs(world, { days: 0 });
    assert.equal(after.filter(({ input }) => input === 'withdrawal_status').length, 0);
    assert.equal(after.length, before.length - 12);
  },
);

onEitherStore('without time to compute, the list says how many providers it lacks', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  assert.equal(await refreshDue(world.desk, { forMs: -1 }), 12);
  assert.deepEqual((await listDue(world.desk, { days: 400 })).data, []);
  assert.ok((await dueInputs(world, { days: 400 })).length > 100);
});
