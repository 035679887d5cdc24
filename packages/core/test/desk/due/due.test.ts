import assert from 'node:assert/strict';
import { dueInputs } from '@rf-indicators/core/desk/due/due';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { findProvider, listProviders } from '@rf-indicators/core/desk/providers/providers';
import { score } from '@rf-indicators/engine';
import { START } from '../../../../../test/support/desk-fixture.ts';
import {
  approveSamples,
  methodology,
  type StaffedDesk,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

const DAY = 86_400_000;

async function fullScore({ desk }: StaffedDesk, slug: string, asOf: number) {
  const { id } = (await findProvider(desk.store.db, slug))!;
  const [facts] = await factsAsOf(desk.store.db, methodology, [id], asOf, asOf);
  const { planner_type, flags, gates, inputs } = facts!;
  const run = { provider_id: id, planner_type, flags, gates, inputs, scoring_date: '2026-04-01' };
  const outcome = score(methodology, run);
  assert.ok(outcome.status === 'SCORED');
  return outcome.trace;
}

onEitherStore('due inputs are listed gates first, then by day, with the points at stake', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst } = staffed;
  await approveSamples(staffed);
  const due = await dueInputs(desk, methodology, START, 11);
  assert.ok(due.length > 20);

  const gates = due.findLastIndex(({ is_gate }) => is_gate) + 1;
  assert.ok(due.slice(0, gates).every(({ is_gate }) => is_gate));
  for (const part of [due.slice(0, gates), due.slice(gates)]) {
    const days = part.map(({ loses_from }) => loses_from!);
    assert.deepEqual(days, [...days].sort());
  }
  assert.ok(due.every(({ days_left }) => days_left! <= 11));

  const trace = await fullScore(staffed, 'fx-01', START);
  const of = (input: string) => due.find((row) => row.slug === 'fx-01' && row.input === input);
  const { provider_id: _, ...insolvency } = of('insolvency_status')!;
  assert.deepEqual(insolvency, {
    slug: 'fx-01',
    input: 'insolvency_status',
    is_gate: true,
    value: 'none',
    grade: 'A',
    evidence_date: '2026-03-31',
    loses_from: '2026-04-08',
    lapses_on: '2026-04-14',
    days_left: 7,
    points_at_stake: 7698,
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
  const later = await dueInputs(desk, methodology, START, 400);
  const ofLater = (input: string) => later.filter((row) => row.slug === 'fx-01' && row.input === input);
  assert.deepEqual(ofLater('yield_spread'), []);
  for (const [input, value] of [
    ['yield_max', '6.75'],
    ['reference_rate', '3.75'],
  ] as const) {
    const [row, ...others] = ofLater(input);
    assert.deepEqual([row?.value, row?.points_at_stake, others], [value, pointsOf('yield_spread'), []]);
  }

  const missing = await dueInputs(desk, methodology, START, 11, { missing: true });
  const never = missing.filter(({ value }) => value === null);
  assert.ok(never.length > 0 && missing.length === due.length + never.length);
  assert.ok(never.every(({ points_at_stake, days_left }) => points_at_stake === 0 && days_left === null));

  await retireProvider(desk, analyst, 'fx-01');
  const left = await dueInputs(desk, methodology, START, 11);
  assert.equal(left.filter(({ slug }) => slug === 'fx-01').length, 0);
});

onEitherStore(
  'a lapsed gate still shows the points at stake, and renewing removes it from the list',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const sha256 = await approveSamples(staffed);
    desk.now = START + 20 * DAY;
    const before = await dueInputs(desk, methodology, desk.now, 0);
    const gate = before.find((row) => row.slug === 'fx-05' && row.input === 'withdrawal_status')!;
    assert.ok(gate.lapses_on! <= '2026-04-21' && gate.days_left! < 0 && gate.points_at_stake > 8000);
    assert.ok(before.some((row) => row.slug === 'fx-05' && !row.is_gate && row.points_at_stake > 0));

    const providers = (await listProviders(desk.store.db)).map(({ slug }) => slug);
    const evidence = { kind: 'check', title: 'Week 17', evidence_date: '2026-04-21', grade: 'A', sha256 };
    const renewal = { input: 'withdrawal_status', providers, evidence };
    const { batchId } = await renewUnchanged(desk, analyst, methodology, renewal);
    await decide(desk, reviewer, { batchId }, 'approved', { unopened: true });
    const after = await dueInputs(desk, methodology, desk.now, 0);
    assert.equal(after.filter(({ input }) => input === 'withdrawal_status').length, 0);
    assert.equal(after.length, before.length - 12);
  },
);
