// The evidence outlook and decisions, against 60 days in which nothing is renewed or published: each day is run, swept and decided
// by the clock of that day, and must give what the service said on the first day.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { EvidenceOutlook, SignedBundle } from '@rf-indicators/contract';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { civilDate } from '@rf-indicators/core/context/times';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { effectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { readPackages } from '@rf-indicators/core/desk/packages/read-packages';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import { readEventData } from '@rf-indicators/core/store/event-data';
import { NO_RECEIVERS } from '@rf-indicators/core/webhooks/allowed-receivers';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import {
  decide,
  type Policy,
  type PolicySnapshot,
  type ScoredResult,
  validUntil,
} from '@rf-indicators/engine';
import { startApi } from '../../../../test/support/api.ts';
import { cases, someOf } from '../../../../test/support/counts.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { type Lifetime, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { customer, issue, type Office, officeOf } from '../http/customers.ts';
import { figuresOf, inputsOf, onDay } from './outlook-figures.ts';

const SECOND = 1000;
const DAY = 86_400_000;
const DAYS = 60;

/** Everything is confirmed or published now, and nothing afterwards. The service has one copy of the store, and each test another. */
const day0 = temporaryFolder(wholeFile);
await copyDemo(day0);
let closeStore: () => unknown = () => undefined;
const before = await officeOf({ dataDir: day0, databaseUrl: null }, { after: (act) => (closeStore = act) });
const publisher = { masterKey: before.masterKey, policy: DEFAULT_POLICY, checkpointFile: null };
assert.notEqual(await runDaily(before.desk, publisher, true), null);
const readBook = bookProviders(before.desk.store.db, () => before.masterKey);
const ada = await customer(before, 'PROFESSIONAL');
const { key } = await issue(before, ada);
await addEndpoint(
  before.desk,
  ada,
  { allowLoopback: true, allowed: NO_RECEIVERS, resolve: async () => [] },
  { url: 'http://127.0.0.1:1/hook', event_types: ['decision.changed'] },
);
const scored = await before.desk.store.db
  .selectFrom('provider_states')
  .select('provider_id')
  .where('verification_id', 'is not', null)
  .orderBy('provider_id')
  .execute();
const ids = someOf(
  scored.map(({ provider_id }) => provider_id),
  3,
);
const policy: Policy = {
  format: 'rf-policy-1',
  name: 'ageing',
  version: 1,
  scope: ids,
  frameworks: ['RF Framework v1.0'],
  verified_within_hours: 48,
  valid_minutes: 15,
  rules: [
    {
      id: 'fell',
      decision: 'BLOCK',
      sentence: 'The score fell by more than a point within 30 days.',
      when: { value: 'change', within_days: 30, is: 'below', to: '-1.00' },
    },
    {
      id: 'old_evidence',
      decision: 'BLOCK',
      sentence: 'No evidence is newer than 40 days.',
      when: { value: 'newest_evidence', is: 'older_than', to: 40 },
    },
  ],
  exceptions: [],
};
await savePolicy(before.desk, ada, { document: { ...policy } });
await askForActivation(before.desk, ada, { name: policy.name });
assert.equal(await tellDecisions(before.desk, DEFAULT_POLICY, readBook), 0);
const copies = [temporaryFolder(wholeFile), temporaryFolder(wholeFile)] as const;
await closeStore();
for (const copy of copies) cpSync(day0, copy, { recursive: true });

const api = await startApi(wholeFile, { dataDir: day0 });
const bundle: SignedBundle = (await api.get(`/api/v1/policies/${policy.name}/bundle`, key)).json;
const outlooks = new Map<string, EvidenceOutlook>();
for (const id of ids)
  outlooks.set(id, (await api.get(`/api/v1/scores/${id}/outlook?days=${DAYS}`, key)).json);

/** The desk of a copy, whose clock the test moves. */
async function deskOf(dataDir: string, t: Lifetime): Promise<Office & { moveTo(instant: number): void }> {
  const office = await officeOf({ dataDir, databaseUrl: null }, t);
  let now = Date.now();
  const desk: Context = { ...office.desk, clock: () => now, newId: () => uuidV7(now) };
  return { ...office, desk, moveTo: (instant) => (now = instant) };
}

const today = Date.parse(civilDate(Date.now()));
/** The first day now, the others at noon. */
const instantOn = (passed: number) => (passed === 0 ? Date.now() : today + passed * DAY + DAY / 2);
const ALL_DAYS = Array.from({ length: DAYS + 1 }, (_, passed) => passed);

/** The first day and the last one, and where an indicator becomes stale or is withdrawn, that day and the one before it. */
function turningDays(): number[] {
  const turns = [...outlooks.values()].flatMap(({ first_lapse }) =>
    first_lapse === null ? [] : [first_lapse.lapses_on, first_lapse.withdrawn_on],
  );
  const passed = turns.flatMap((day) => [
    (Date.parse(day) - today) / DAY - 1,
    (Date.parse(day) - today) / DAY,
  ]);
  return [...new Set([0, ...passed, DAYS])].filter((one) => one >= 0 && one <= DAYS).sort((a, b) => a - b);
}

/** Reads a framework and inputs of providers on some days, and writes the result of each as the Python package has it. */
const IN_PYTHON = `
import json, sys
from rf_indicators.replay import read_framework, score
given = json.load(sys.stdin)
framework = read_framework(given["framework"])
json.dump([score(run, framework) for run in given["runs"]], sys.stdout)
`;

test('on each day, a run and a sweep give what the outlook said on the first day, in both languages', async (t) => {
  const { desk, operator, moveTo } = await deskOf(copies[0], t);
  const { db } = desk.store;
  const { methodology } = await effectiveMethodology(db, desk.clock());
  const published = await currentIndicators(db, ids);
  const facts = await factsAsOf(db, methodology, ids, desk.clock(), desk.clock());
  // News that the committee has not decided on is in no package yet.
  const shown = facts
    .filter((one) => isDeepStrictEqual(inputsOf(one), inputsOf(published.get(one.id)!.package)))
    .map(({ id }) => id);
  assert.ok(shown.length >= (ids.length * 2) / 3, `${shown.length} of ${ids.length}`);
  const runs: object[] = [];
  const inPython: { figures: object; where: string }[] = [];
  const seen = { scored: 0, stale: 0, withdrawn: 0 };
  const someDays = ALL_DAYS.filter((passed) => passed % 10 === 0);
  for (const passed of cases(turningDays(), ALL_DAYS)) {
    moveTo(instantOn(passed));
    const day = civilDate(desk.clock());
    await sweepStaleness(desk, DEFAULT_POLICY);
    const asked = { kind: 'manual', asOf: desk.clock(), providerIds: shown, everything: true } as const;
    const runId = await computeRun(desk, operator, asked);
    const items = await db.selectFrom('run_items').selectAll().where('run_id', '=', runId).execute();
    const hashes = items.flatMap(({ package_hash }) => package_hash ?? []);
    const packages = await readPackages(db, hashes);
    const states = await db.selectFrom('provider_states').selectAll().execute();
    for (const id of shown) {
      const where = `${facts.find((one) => one.id === id)!.slug} on ${day}`;
      const { from: _, to: __, ...said } = onDay(outlooks.get(id)!.steps, day);
      seen[said.state] += 1;
      const { package_hash, outcome } = items.find(({ provider_id }) => provider_id === id)!;
      const state = states.find(({ provider_id }) => provider_id === id);
      const isCurrent = state !== undefined && state.verification_id !== null;
      assert.equal(isCurrent, said.state !== 'withdrawn', where);
      if (isCurrent) assert.equal(state.stale_since !== null, said.state === 'stale', where);
      assert.equal(outcome, said.state === 'scored' ? 'SCORED' : 'NOT_SCORED', where);
      if (outcome === 'SCORED') {
        const { result } = packages.get(package_hash!)!;
        assert.deepEqual(figuresOf(result, result.decision.hard_caps_fired), said, where);
      }
      if (cases(false, !someDays.includes(passed))) continue;
      const { provider, gates, inputs } = published.get(id)!.package;
      const { planner_type, flags } = provider;
      runs.push({ provider_id: id, planner_type, flags, gates, inputs, scoring_date: day });
      inPython.push({ figures: said, where });
    }
  }
  assert.ok(Math.min(...Object.values(seen)) > 0, JSON.stringify(seen));
  const { stdout, stderr } = spawnSync('python3', ['-c', IN_PYTHON], {
    input: JSON.stringify({ framework: methodology.document, runs }),
    env: { ...process.env, PYTHONPATH: fileURLToPath(new URL('../../../../python/src', import.meta.url)) },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  const results = JSON.parse(stdout) as (ScoredResult & { status: string })[];
  assert.equal(results.length, inPython.length);
  for (const [at, result] of results.entries()) {
    const { figures, where } = inPython[at]!;
    if (result.status === 'SCORED')
      assert.deepEqual(figuresOf(result, result.decision.hard_caps_fired), figures, where);
    else assert.ok('state' in figures && figures.state !== 'scored', where);
  }
  t.diagnostic(`${shown.length} providers, ${JSON.stringify(seen)}; ${results.length} in Python`);
});

test('decisions change at the instants that the first day predicts and at no other, one event each', async (t) => {
  const { document } = bundle;
  const snapshots = document.providers.map(({ snapshot }) => snapshot as unknown as PolicySnapshot);
  assert.equal(snapshots.length, ids.length);
  const decisionsAt = (at: string) =>
    new Map(snapshots.map((one) => [one.provider, decide(policy, one, { at, exposure: 'new' }).decision]));
  const predicted: { at: string; changes: [provider: string, decision: string][] }[] = [];
  for (let at = document.issued_at; Date.parse(at) < Date.parse(document.issued_at) + DAYS * DAY; ) {
    const standing = decisionsAt(at);
    at = validUntil({ ...policy, valid_minutes: 24 * 60 }, snapshots, at);
    const changes = [...decisionsAt(at)].filter(([id, decision]) => standing.get(id) !== decision).sort();
    predicted.push({ at, changes });
  }
  const changing = predicted.filter(({ changes }) => changes.length > 0);
  assert.ok(changing.length >= cases(2, 5), `${changing.length} instants`);
  const isWorse = changing.flatMap(({ changes }) => changes.map(([, decision]) => decision));
  assert.ok(isWorse.includes('REVIEW') && isWorse.includes('BLOCK'));

  const { desk, moveTo } = await deskOf(copies[1], t);
  const { db } = desk.store;
  const tell = () => tellDecisions(desk, DEFAULT_POLICY, readBook);
  let events = 0;
  // Between two of these, nothing may be told either: it would be, at the latest, a second before the next.
  for (const { at, changes } of cases(changing, predicted)) {
    moveTo(Date.parse(at) - SECOND);
    assert.equal(await tell(), 0, `a second before ${at}`);
    moveTo(Date.parse(at));
    assert.equal(await tell(), changes.length > 0 ? 1 : 0, at);
    events += changes.length > 0 ? 1 : 0;
    const { next_at } = await db.selectFrom('decision_watches').select('next_at').executeTakeFirstOrThrow();
    const next = predicted.find((one) => one.at > at);
    if (next !== undefined) assert.equal(new Date(next_at).toISOString(), new Date(next.at).toISOString());
    // What the service writes about staleness then changes no decision any more.
    await sweepStaleness(desk, DEFAULT_POLICY);
    assert.equal(await tell(), 0, `after the sweep of ${at}`);
    if (changes.length === 0) continue;
    const { data } = await db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'decision.changed')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    const told = readEventData({ type: 'decision.changed', data });
    assert.deepEqual([told.cause, told.decided_at], ['time', at]);
    assert.deepEqual(
      told.changes.map(({ provider_id, decision }) => [provider_id, decision]).sort(),
      changes,
    );
  }
  const written = await db
    .selectFrom('events')
    .select('seq')
    .where('type', '=', 'decision.changed')
    .execute();
  assert.equal(written.length, events);
  t.diagnostic(`${predicted.length} instants, ${events} events, ${isWorse.length} decisions`);
});
