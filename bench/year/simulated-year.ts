// A year of daily work: every day a provider gets new inputs, everything is scored and published, the dump of the day is
// written, and the records are sealed twice, as the service does it.

import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { documented } from '../../packages/server/src/demo/evidence.ts';
import { FIRST_RUN, REFERENCE_RATE } from '../../packages/server/src/demo/story.ts';
import { renderDataset } from '../../packages/server/src/rendering/datasets/csv.ts';
import { enterInputs, enterProviders, propose, publishDay, type World } from '../world/desk.ts';
import { generated, inputRows } from '../world/generated-providers.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Providers, their first inputs and their first indicators. */
export async function beginYear(world: World, providers: number): Promise<void> {
  await enterProviders(world, providers);
  await enterInputs(world, providers);
  world.desk.moveTo(FIRST_RUN);
  await publishDay(world);
  await sealRecords(world.desk, world.publisher);
}

/** `day`: counted from 1. */
export async function liveDay(world: World, providers: number, day: number): Promise<void> {
  const { desk, publisher } = world;
  const noon = FIRST_RUN + day * DAY;
  desk.moveTo(noon - 6 * HOUR);
  const provider = generated((day % providers) + 1, noon);
  await propose(world, [
    ...(day % 7 === 0 ? [referenceRate(noon)] : []),
    ...inputRows(changed(provider, day)),
  ]);
  await sealRecords(desk, publisher, { daily: true });
  desk.moveTo(noon);
  await sweepStaleness(desk, publisher.policy);
  await publishDay(world);
  const dumped = { db: desk.store.db, snapshots: snapshotReader(desk.store.db) };
  await writeDueDatasets({ ...desk }, publisher, (date) => renderDataset(dumped, date));
  desk.moveTo(noon + 6 * HOUR);
  await sealRecords(desk, publisher, { daily: true });
}

/** A value that differs from day to day, so that indicators change and are not only confirmed. */
function changed<Provider extends ReturnType<typeof generated>>(provider: Provider, day: number): Provider {
  const equity = provider.inputs.equity_ratio;
  if (equity === undefined) return provider;
  const value = (4 + (day % 9) / 2).toFixed(2);
  return { ...provider, inputs: { ...provider.inputs, equity_ratio: { ...equity, value } } };
}

function referenceRate(instant: number): unknown {
  const { currency, rate: value, title, grade } = REFERENCE_RATE;
  const evidence_date = new Date(instant).toISOString().slice(0, 10);
  const document = { bytes: Buffer.from(`${title}, ${evidence_date}.`), media_type: 'text/plain' };
  return {
    currency,
    input: 'reference_rate',
    value,
    evidence: { ...documented(grade, `${title}, ${evidence_date}.`), title, evidence_date, document },
  };
}
