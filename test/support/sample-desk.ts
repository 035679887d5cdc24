// A desk that works as people would: the sample providers and their inputs, proposed and approved.

import type { TestContext } from 'node:test';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { storeDocument } from '@rf-indicators/core/desk/inputs/evidence';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { loadMethodology } from '@rf-indicators/engine';
import { fixtureDesk, framework, person, samples } from './desk-fixture.ts';
import { CONFIRMATION, graded } from './evidence.ts';

export const methodology = loadMethodology(framework());

export interface StaffedDesk {
  desk: Context & { now: number };
  analyst: Actor;
  reviewer: Actor;
  operator: Actor;
  /** One person with both roles. */
  both: Actor;
}

export async function staffedDesk(kind: StoreKind, t: TestContext): Promise<StaffedDesk> {
  const desk = await fixtureDesk(kind, t);
  return {
    desk,
    analyst: await person(desk, 'ann', 'analyst'),
    reviewer: await person(desk, 'rob', 'reviewer'),
    operator: await person(desk, 'olga', 'operator'),
    both: await person(desk, 'bo', 'analyst', 'reviewer'),
  };
}

/** Evidence of a grade that needs no stored copy. */
const noCopy = { title: 'Terms of the product' };

/** Rows of the sample providers, as a file would hold them. FX-04 pays bitcoin, the others dollars. */
export const sampleProviders = samples.map((sample) => ({
  slug: sample.provider_id.toLowerCase(),
  name: sample.name,
  planner_type: sample.planner_type,
  provider_subtype: sample.provider_subtype,
  yield_min: sample.yield_min,
  yield_max: sample.yield_max,
  payout_currency: sample.provider_id === 'FX-04' ? 'BTC' : 'USD',
  flags: sample.flags,
}));

/** The same with the evidence that each sample states for its spread, which follows from the yield. */
export function sampleProvidersWith(sha256: string) {
  return sampleProviders.map((row, index) => {
    const { grade, evidence_date } = samples[index]!.inputs.yield_spread!;
    return { ...row, evidence: { ...noCopy, ...graded(grade), evidence_date, sha256 } };
  });
}

/** Rows of one sample's inputs or of all. */
export function sampleInputs(sha256: string, id?: string) {
  return samples
    .filter(({ provider_id }) => id === undefined || provider_id === id)
    .flatMap(({ provider_id, gates, inputs }) =>
      Object.entries({ ...gates, ...inputs }).map(([input, { value, grade, evidence_date }]) => ({
        provider: provider_id.toLowerCase(),
        input,
        value,
        confirmation: CONFIRMATION,
        evidence: { ...graded(grade), title: `Report on ${provider_id}`, evidence_date, sha256 },
      })),
    );
}

/** Providers, their facts, a rate and a document, but no inputs yet. Tells the document's hash. */
export async function importSampleProviders({ desk, analyst, reviewer }: StaffedDesk): Promise<string> {
  const bytes = new TextEncoder().encode('a fictional report');
  const sha256 = await storeDocument(desk, analyst, bytes, 'text/plain');
  await approveRate({ desk, analyst, reviewer }, 'USD', '3.75', '2026-03-31', sha256);
  const rows = asRows(sampleProvidersWith(sha256));
  const { batch_id } = await importProviders(desk, analyst, rows, methodology);
  await decide(desk, reviewer, { batchId: batch_id! }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
  return sha256;
}

export async function approveRate(
  { desk, analyst, reviewer }: Pick<StaffedDesk, 'desk' | 'analyst' | 'reviewer'>,
  currency: string,
  value: string,
  evidence_date: string,
  sha256: string,
): Promise<string> {
  const evidence = { ...graded('A'), title: 'Policy rate', evidence_date, sha256 };
  const rows = asRows([{ currency, input: 'reference_rate', value, evidence, confirmation: CONFIRMATION }]);
  const { proposalIds } = await proposeInputs(desk, analyst, methodology, rows);
  await decide(desk, reviewer, { proposalIds }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  return proposalIds[0]!;
}

/** The same, with every input approved. Tells the document's hash. */
export async function approveSamples(staffed: StaffedDesk): Promise<string> {
  const sha256 = await importSampleProviders(staffed);
  const { desk, analyst, reviewer } = staffed;
  const { batchId } = await proposeInputs(desk, analyst, methodology, asRows(sampleInputs(sha256)));
  await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  return sha256;
}
