// What a framework would change: the scores of every provider, before and after.

import assert from 'node:assert/strict';
import { draftImpactReport } from '@rf-indicators/core/desk/methodology/registry';
import { digestOf, loadMethodology, score } from '@rf-indicators/engine';
import {
  addProvider,
  addSamples,
  framework,
  person,
  START,
  samples,
} from '../../../../../test/support/desk-fixture.ts';
import { activate as activateFramework } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { activate, importSigned, openOffice } from './methodology-office.ts';

onEitherStore('an impact report has the scores of the engine for every provider', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator } = office;
  const analyst = await person(desk, 'ann', 'analyst');
  await addSamples(desk, analyst, await person(desk, 'rob', 'reviewer'));
  const crowd = 400;
  for (let index = 0; index < crowd; index += 1) {
    await addProvider(desk, analyst, {
      ...samples[0]!,
      provider_id: `crowd-${index}`,
      name: `Crowd ${index}`,
    });
  }
  await addProvider(desk, analyst, { ...samples[0]!, provider_id: 'retired', name: 'Retired' });
  await desk.store.db
    .updateTable('providers')
    .set({ retired_at: START })
    .where('id', '=', 'retired')
    .execute();
  const first = framework();
  const digest = await activate(office, first);
  const draft = framework('1.1', '2026-05-01');
  draft.modules[0]!.weight = 21;
  draft.modules[1]!.weight = 16;
  draft.bands[0]![1] = '81.00';

  const told: number[] = [];
  const report = await draftImpactReport(desk, loadMethodology(draft), desk.now, (done) => told.push(done));
  assert.equal(report.sign_off, 'unsigned');
  assert.equal(report.compared_with?.digest, digest);
  assert.equal(report.framework.digest, await digestOf(draft));
  assert.equal(report.differences.length, 5);
  assert.deepEqual(told, [0, 200, 400, 412]);
  assert.equal(report.providers.length, crowd + samples.length);

  const [before, after] = [loadMethodology(first), loadMethodology(draft)];
  const counts = { higher: 0, lower: 0, unchanged: 0, newly_scored: 0, no_longer_scored: 0, unscored: crowd };
  let bands = 0;
  for (const sample of samples) {
    const [was, is] = [score(before, sample), score(after, sample)];
    const impact = report.providers.find(({ provider_id }) => provider_id === sample.provider_id);
    assert.equal(impact?.before?.status, was.status);
    if (was.status !== 'SCORED' || is.status !== 'SCORED') {
      counts.unscored += 1;
      continue;
    }
    assert.equal(impact?.before?.final_score, was.result.final_score);
    assert.equal(impact?.after.final_score, is.result.final_score);
    assert.equal(impact?.after.risk_band, is.result.band);
    const delta = is.trace.final - was.trace.final;
    assert.equal(Math.round(Number(impact?.delta) * 100), delta);
    counts[delta === 0 ? 'unchanged' : delta > 0 ? 'higher' : 'lower'] += 1;
    if (is.result.band !== was.result.band) bands += 1;
  }
  assert.deepEqual(report.counts, { providers: crowd + samples.length, ...counts, band_changed: bands });

  const second = await importSigned(office, draft);
  const stored = await activateFramework(desk, operator, second, 'Reserves count more.');
  assert.deepEqual(stored, { ...report, sign_off: 'signed' });
  const { impact } = await desk.store.db
    .selectFrom('methodology_activations')
    .select('impact')
    .where('digest', '=', second)
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(impact), stored);
});
