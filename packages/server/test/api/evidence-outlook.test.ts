// The evidence outlook over HTTP, against what runs give on its days if nothing is renewed, in JavaScript and in Python.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { EvidenceOutlook, ScoreRow } from '@rf-indicators/contract';
import { civilDate } from '@rf-indicators/core/context/times';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { effectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { DEFAULT_POLICY, withdrawnFrom } from '@rf-indicators/core/desk/runs/policy';
import { scoreProvider } from '@rf-indicators/core/desk/runs/score-provider';
import type { ComputationPackage, Outlook } from '@rf-indicators/engine';
import { startApi } from '../../../../test/support/api.ts';
import { cases, someOf } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { officeOf } from '../http/customers.ts';
import { withdraw } from '../http/newsroom.ts';
import { figuresOf, inputsOf, onDay } from './outlook-figures.ts';

const DAY = 86_400_000;
const api = await startApi(wholeFile);
const key = api.keys.PROFESSIONAL;
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const rows: ScoreRow[] = (await api.get('/api/v1/scores', key)).json.data;
const shown = someOf(rows, 12);
const outlookOf = async (id: string, query = ''): Promise<EvidenceOutlook> =>
  (await api.get(`/api/v1/scores/${id}/outlook${query}`, key)).json;

/** An outlook of the engine, as it is on the wire. */
function onWire({ steps, first_band_change }: Pick<Outlook, 'steps' | 'first_band_change'>) {
  const wire = steps.map((step) => {
    const { from, to, state } = step;
    if (step.state === 'scored') return { from, to, ...figuresOf(step, step.hard_caps_fired) };
    const none = {
      final_score: null,
      uncapped_score: null,
      risk_band: null,
      confidence: null,
      coverage: null,
    };
    return { from, to, state, ...none, hard_caps_fired: [] };
  });
  return { first_band_change, steps: wire };
}

test('on each of the next 60 days, a run without renewals gives what the outlook says', async () => {
  const { db } = office.desk.store;
  const now = Date.now();
  const { methodology } = await effectiveMethodology(db, now);
  const published = await currentIndicators(
    db,
    shown.map(({ id }) => id),
  );
  const known = await factsAsOf(db, methodology, [...published.keys()], now, now);
  // What was approved since the last publication is in no package yet.
  const ids = known
    .filter((facts) => isDeepStrictEqual(inputsOf(facts), inputsOf(published.get(facts.id)!.package)))
    .map(({ id }) => id);
  assert.ok(ids.length >= shown.length / 2, `${ids.length} of ${shown.length}`);
  const outlooks = new Map(await Promise.all(ids.map(async (id) => [id, await outlookOf(id)] as const)));
  for (let passed = 0; passed <= 60; passed += cases(3, 1)) {
    const at = now + passed * DAY;
    const day = civilDate(at);
    for (const facts of await factsAsOf(db, methodology, ids, at, now)) {
      const run = await scoreProvider(methodology, facts, at, {});
      const { steps, first_lapse } = outlooks.get(facts.id)!;
      const { from: _, to: __, ...figures } = onDay(steps, day);
      if (run.content !== null) {
        assert.deepEqual(
          figures,
          figuresOf(run.content.result, run.content.result.decision.hard_caps_fired),
          `${facts.slug} on ${day}`,
        );
      } else {
        assert.ok(run.failure.isGated && day >= first_lapse!.lapses_on);
        assert.equal(figures.state, day < first_lapse!.withdrawn_on ? 'stale' : 'withdrawn');
      }
    }
  }
});

test('what lists and the store say of lapses is what each outlook says', async () => {
  const { db } = office.desk.store;
  const served = await db
    .selectFrom('served_indicators')
    .select(['provider_id', 'as_of', 'stale_from'])
    .execute();
  assert.equal(served.length, rows.length);
  for (const { id, slug, next_lapse_at } of rows) {
    const { as_of, stale_from } = served.find(({ provider_id }) => provider_id === id)!;
    const { first_lapse, inputs, to } = await outlookOf(id);
    const from = stale_from === null ? null : civilDate(stale_from);
    assert.equal(from !== null && from <= to ? from : null, first_lapse?.lapses_on ?? null, slug);
    if (first_lapse !== null) {
      const until = withdrawnFrom(stale_from!, DEFAULT_POLICY);
      assert.equal(civilDate(until), first_lapse.withdrawn_on, slug);
    }
    const days = inputs
      .flatMap(({ ages_from, lapses_on }) => [ages_from ?? lapses_on, lapses_on])
      .filter((day) => day > civilDate(as_of));
    assert.equal(next_lapse_at, `${days.sort()[0]}T00:00:00Z`, slug);
    const { json } = await api.get(`/api/v1/scores/${id}`, key);
    assert.equal(json.next_lapse_at, next_lapse_at);
  }
});

/** Reads packages, and writes the outlook of each as the Python package has it. */
const IN_PYTHON = `
import json, sys
from rf_indicators.replay import outlook, read_framework
given = json.load(sys.stdin)
frameworks = [read_framework(each) for each in given["frameworks"]]
json.dump([
    outlook(run, frameworks[framework], days=60, stale_days=14) for run, framework in given["runs"]
], sys.stdout)
`;

test('the Python package gives the same from the computation packages', async () => {
  const texts: string[] = [];
  const runs = [];
  const outlooks: EvidenceOutlook[] = [];
  for (const { id } of shown) {
    const outlook = await outlookOf(id, '?days=60');
    const { data } = (await api.get(`/api/v1/computation/${outlook.verification_id}`, api.keys.ENTERPRISE))
      .json;
    const { provider, gates, inputs }: ComputationPackage = data.package;
    const { id: provider_id, planner_type, flags } = provider;
    const framework = JSON.stringify(data.methodology);
    if (!texts.includes(framework)) texts.push(framework);
    outlooks.push(outlook);
    runs.push([
      { provider_id, planner_type, flags, gates, inputs, scoring_date: outlook.from },
      texts.indexOf(framework),
    ]);
  }
  const { stdout, stderr } = spawnSync('python3', ['-c', IN_PYTHON], {
    input: JSON.stringify({ frameworks: texts.map((text) => JSON.parse(text)), runs }),
    env: { ...process.env, PYTHONPATH: fileURLToPath(new URL('../../../../python/src', import.meta.url)) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  for (const [at, theirs] of (JSON.parse(stdout) as Outlook[]).entries()) {
    const { steps, gates_renewed, inputs, first_lapse, first_band_change, from, to } = outlooks[at]!;
    const unlabelled = <Input extends { label: string }>({ label: _, ...input }: Input) => input;
    const lapse = first_lapse && unlabelled(first_lapse);
    assert.deepEqual(
      { ...theirs, ...onWire(theirs), gates_renewed: onWire(theirs.gates_renewed) },
      {
        from,
        to,
        first_band_change,
        steps,
        gates_renewed,
        inputs: inputs.map(unlabelled),
        first_lapse: lapse,
      },
    );
  }
});

test('90 days are the first 90 of the 180, and each begins today', async () => {
  const [{ id }] = shown as [ScoreRow];
  const [short, long] = [await outlookOf(id, '?days=90'), await outlookOf(id)];
  const today = Date.parse(long.from);
  assert.ok([0, DAY].includes(Date.parse(civilDate(Date.now())) - today));
  assert.deepEqual([short.to, long.to], [civilDate(today + 90 * DAY), civilDate(today + 180 * DAY)]);
  for (let day = long.from; day <= short.to; day = civilDate(Date.parse(day) + DAY)) {
    const { from: _, to: __, ...figures } = onDay(short.steps, day);
    const { from: ___, to: ____, ...others } = onDay(long.steps, day);
    assert.deepEqual(figures, others);
  }
  assert.match(long.meaning, /not a forecast/);
});

test('RF_STALE_DAYS says when a stale indicator is withdrawn', async (t) => {
  const patient = await startApi(t, { env: { RF_STALE_DAYS: '20' } });
  const { json } = await patient.get(`/api/v1/scores/${shown[0]!.slug}/outlook`, patient.keys.PROFESSIONAL);
  const { lapses_on, withdrawn_on } = json.first_lapse;
  assert.equal(Date.parse(withdrawn_on) - Date.parse(lapses_on), 20 * DAY);
});

test('an unknown provider, a number of days out of range and a key without the entitlement are refused', async () => {
  const codeOf = async (path: string, given: string) => (await api.get(path, given)).json.code;
  const [{ slug }] = shown as [ScoreRow];
  assert.equal(await codeOf('/api/v1/scores/nobody/outlook', key), 'provider_not_found');
  assert.equal(await codeOf(`/api/v1/scores/${slug}/outlook?days=181`, key), 'invalid_parameter');
  assert.equal(await codeOf(`/api/v1/scores/${slug}/outlook`, api.keys.FREE), 'insufficient_tier');
});

test('a withdrawn provider has no outlook', async () => {
  const { id, slug } = rows.at(-1)!;
  await withdraw(office, id, 'The provider ended the product');
  await until('the withdrawal is served', async () => {
    const { status, json } = await api.get(`/api/v1/scores/${slug}/outlook`, key);
    return status === 404 && json.code === 'indicator_withdrawn';
  });
});
