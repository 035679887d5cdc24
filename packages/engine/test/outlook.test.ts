// The evidence outlook is what scoring gives on each of its days if nothing is renewed, in JavaScript and in Python.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  canonicalJson,
  type JsonValue,
  type Outlook,
  type OutlookStep,
  outlook,
  score,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { arbitraryProvider, bestProvider, daysAfter, document } from './support/arbitrary-provider.ts';
import { cases, SEED } from './support/counts.ts';
import {
  framework,
  packaged,
  repositoryFile,
  type SampleEntry,
  type SampleProvider,
} from './support/framework.ts';

const STALE_DAYS = 14;
const GATES = new Set([
  ...document.gates.map(({ id }) => id),
  ...document.criteria.filter(({ gate }) => gate === true).map(({ id }) => id),
]);

const outlookOf = (provider: SampleProvider, from = provider.scoring_date, days = 180) =>
  outlook(framework, packaged(provider), { from, days, staleDays: STALE_DAYS });

/** The steps, taken apart again: one for each day, in order, without a gap. */
function dayByDay(steps: readonly OutlookStep[], from: string): Map<string, OutlookStep> {
  const days = new Map<string, OutlookStep>();
  let day = from;
  for (const [at, step] of steps.entries()) {
    assert.equal(step.from, day);
    for (; day <= step.to; day = daysAfter(day, 1)) days.set(day, step);
    const { from: _, to: __, ...content } = step;
    const { from: ___, to: ____, ...next } = steps[at + 1] ?? { from: '', to: '' };
    assert.notDeepEqual(content, next, 'two steps that are alike');
  }
  return days;
}

/** What the engine says of a day. */
function scoredOn(provider: SampleProvider, scoring_date: string) {
  const outcome = score(framework, { ...provider, scoring_date });
  if (outcome.status !== 'SCORED') return null;
  const { final_score, uncapped_score, band, confidence, coverage, decision } = outcome.result;
  const hard_caps_fired = decision.hard_caps_fired.map(({ rule_id, name, cap, binding }) => ({
    rule_id,
    name,
    cap,
    binding,
  }));
  return { state: 'scored', final_score, uncapped_score, band, confidence, coverage, hard_caps_fired };
}

/** As if each gate were checked again that day. */
function withGatesOf(provider: SampleProvider, evidence_date: string): SampleProvider {
  const renewed = (entries: Record<string, SampleEntry>) =>
    Object.fromEntries(
      Object.entries(entries).map(([id, entry]) => [id, GATES.has(id) ? { ...entry, evidence_date } : entry]),
    );
  return { ...provider, gates: renewed(provider.gates), inputs: renewed(provider.inputs) };
}

function checkEveryDay(provider: SampleProvider, given: Outlook) {
  const days = dayByDay(given.steps, given.from);
  const renewed = dayByDay(given.gates_renewed.steps, given.from);
  assert.deepEqual([...days.keys()].at(-1), given.to);
  assert.deepEqual([...renewed.keys()], [...days.keys()]);
  let lapsed: string | undefined;
  for (const [day, { from: _, to: __, ...step }] of days) {
    const scored = scoredOn(provider, day);
    if (scored === null) lapsed ??= day;
    const isWithdrawn = lapsed !== undefined && day >= daysAfter(given.first_lapse!.lapses_on, STALE_DAYS);
    assert.deepEqual(step, scored ?? { state: isWithdrawn ? 'withdrawn' : 'stale' }, day);
    const { from: ___, to: ____, ...withGates } = renewed.get(day)!;
    assert.deepEqual(withGates, scoredOn(withGatesOf(provider, day), day), day);
  }
  if (given.from === provider.scoring_date) assert.equal(given.first_lapse?.lapses_on, lapsed);
}

test('on each day, the outlook is what scoring gives on that day', () => {
  fc.assert(
    fc.property(arbitraryProvider, fc.nat({ max: 60 }), (provider, later) => {
      checkEveryDay(provider, outlookOf(provider));
      const from = daysAfter(provider.scoring_date, later);
      checkEveryDay(provider, outlookOf(provider, from, 90));
    }),
    { seed: SEED, numRuns: cases(12, 500) },
  );
});

test('a gate ends the score on the day it lapses, and the indicator after 14 days more', () => {
  const best = bestProvider({ plannerType: 'btc', flags: {} });
  const [gate] = document.gates;
  const lapses = daysAfter(best.scoring_date, 2 * gate!.max_age_days);
  const { steps, first_lapse } = outlookOf(best);
  assert.deepEqual(first_lapse, {
    kind: 'gate',
    id: gate!.id,
    evidence_date: best.scoring_date,
    lapses_on: lapses,
    withdrawn_on: daysAfter(lapses, STALE_DAYS),
  });
  assert.deepEqual(steps.slice(-2), [
    { from: lapses, to: daysAfter(lapses, STALE_DAYS - 1), state: 'stale' },
    { from: daysAfter(lapses, STALE_DAYS), to: daysAfter(best.scoring_date, 180), state: 'withdrawn' },
  ]);
  // Of an indicator that is stale or withdrawn already, the first day says so.
  assert.deepEqual(outlookOf(best, daysAfter(lapses, 3)).steps, [
    { from: daysAfter(lapses, 3), to: daysAfter(lapses, STALE_DAYS - 1), state: 'stale' },
    { from: daysAfter(lapses, STALE_DAYS), to: daysAfter(lapses, 183), state: 'withdrawn' },
  ]);
  assert.deepEqual(outlookOf(best, daysAfter(lapses, 20), 5).steps, [
    { from: daysAfter(lapses, 20), to: daysAfter(lapses, 25), state: 'withdrawn' },
  ]);
});

test('the first band change is the first day with another band; the inputs are those that age in the window', () => {
  let changes = 0;
  fc.assert(
    fc.property(arbitraryProvider, (provider) => {
      const given = outlookOf(provider);
      for (const { steps, first_band_change } of [given, given.gates_renewed]) {
        const scored = [...dayByDay(steps, given.from)].flatMap(([date, step]) =>
          step.state === 'scored' ? { date, band: step.band } : [],
        );
        const change = scored.find(({ band }) => band !== scored[0]!.band);
        assert.deepEqual(
          first_band_change,
          change === undefined ? null : { date: change.date, from: scored[0]!.band, to: change.band },
        );
        if (change !== undefined) changes += 1;
      }
      for (const { kind, id, evidence_date, ages_from, lapses_on } of given.inputs) {
        const entry = kind === 'gate' ? provider.gates[id]! : provider.inputs[id]!;
        const { max_age_days } = [...document.gates, ...document.criteria].find((one) => one.id === id)!;
        assert.equal(evidence_date, entry.evidence_date);
        assert.equal(ages_from, kind === 'gate' ? null : daysAfter(evidence_date, max_age_days + 1));
        assert.equal(lapses_on, daysAfter(evidence_date, 2 * max_age_days));
        assert.ok((ages_from ?? lapses_on) <= given.to);
      }
      const listed = given.inputs.map(({ id }) => id);
      for (const id of Object.keys(provider.inputs)) {
        const [first, last] = [given.from, given.to].map((date) => statusOn(provider, date, id));
        if (first !== last) assert.ok(listed.includes(id), id);
      }
    }),
    { seed: SEED, numRuns: cases(40, 2000) },
  );
  assert.ok(changes > 0);
});

function statusOn(provider: SampleProvider, day: string, id: string): string | undefined {
  const outcome = score(framework, { ...withGatesOf(provider, day), scoring_date: day });
  if (outcome.status !== 'SCORED' || GATES.has(id)) return undefined;
  return outcome.result.criteria.find((criterion) => criterion.id === id)?.status;
}

test('inputs that cannot be read, or without a gate, have no outlook', () => {
  const best = bestProvider({ plannerType: 'btc', flags: {} });
  assert.throws(() => outlookOf(best, daysAfter(best.scoring_date, -1)), /after the scoring date/);
  assert.throws(
    () => outlookOf({ ...best, gates: {} }),
    new RegExp(`${document.gates[0]!.id} has no evidence`),
  );
});

/** Reads providers, and writes the outlook of each as the Python package has it. */
const IN_PYTHON = `
import json, sys
from rf_indicators.replay import outlook, read_framework
given = json.load(sys.stdin)
framework = read_framework(given["framework"])
json.dump([outlook(run, framework, days=180, stale_days=given["stale_days"]) for run in given["runs"]], sys.stdout)
`;

test('JavaScript and Python have the same outlook', () => {
  const runs = fc.sample(arbitraryProvider, { seed: SEED, numRuns: cases(10, 300) });
  const { stdout, stderr } = spawnSync('python3', ['-c', IN_PYTHON], {
    input: JSON.stringify({
      framework: document,
      stale_days: STALE_DAYS,
      runs: runs.map(({ name: _, ...run }) => run),
    }),
    env: { ...process.env, PYTHONPATH: fileURLToPath(repositoryFile('python/src')) },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  const theirs: JsonValue[] = JSON.parse(stdout);
  assert.equal(theirs.length, runs.length);
  for (const [index, run] of runs.entries())
    assert.equal(canonicalJson(theirs[index]!), canonicalJson(outlookOf(run) as unknown as JsonValue));
});
