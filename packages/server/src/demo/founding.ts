// The first day of the demo world: its people, its methodology, its providers and what is known of them.

import { readFileSync } from 'node:fs';
import {
  loadMethodology,
  type Methodology,
  type MethodologyDocument,
  parseSignerKey,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import type { Actor } from '../publishing/desk.ts';
import { asRows } from '../publishing/import/file.ts';
import { initialise } from '../publishing/initialise.ts';
import { decide } from '../publishing/inputs/decisions.ts';
import { proposeInputs } from '../publishing/inputs/propose.ts';
import {
  activateMethodology,
  enrolOfficerKey,
  importMethodology,
  recordSignOff,
} from '../publishing/methodology/registry.ts';
import { importProviders } from '../publishing/providers/provider-import.ts';
import { setReferenceRate } from '../publishing/providers/reference-rates.ts';
import { authenticate, createStaff } from '../publishing/staff.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { fictionalEvidence } from './evidence.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import { PAYS_BITCOIN, PEOPLE, REFERENCE_RATES } from './story.ts';

const HOUR = 60 * 60 * 1000;

export interface DemoPeople {
  operator: Actor;
  analyst: Actor;
  reviewer: Actor;
  officer: Actor;
}

export interface SampleProvider {
  provider_id: string;
  name: string;
  planner_type: string;
  provider_subtype: string;
  yield_min: string;
  yield_max: string;
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, SampleInput>;
  inputs: Record<string, SampleInput>;
}

interface SampleInput {
  value: string;
  grade: string;
  evidence_date: string;
}

function readRepositoryJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
}

export function sampleProviders(): SampleProvider[] {
  return readRepositoryJson('methodology/samples/providers.json') as SampleProvider[];
}

export function shippedFramework(): { document: MethodologyDocument; methodology: Methodology } {
  const document = readRepositoryJson('methodology/rf-framework-1.0.json') as MethodologyDocument;
  return { document, methodology: loadMethodology(document) };
}

/** Slugs name providers wherever a person types; the samples' own numbers stand in the story only. */
export function slugOf({ name }: Pick<SampleProvider, 'name'>): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Fixed, and therefore worthless outside the demo: its keys are named for what they are. */
function demoSeed(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}

export async function found(desk: SimulatedDesk, masterKey: MasterKey): Promise<DemoPeople> {
  const people = await hire(desk, masterKey);
  const { document, methodology } = shippedFramework();
  await adoptMethodology(desk, people, document);
  for (const rate of REFERENCE_RATES) await setReferenceRate(desk, people.operator, rate);
  const samples = sampleProviders();
  await importProviders(desk, people.operator, asRows(samples.map(providerRow)));
  desk.moveTo(desk.clock() + HOUR);
  const rows = samples.flatMap((sample) => inputRows(sample));
  const { batchId } = await proposeInputs(desk, people.analyst, methodology, asRows(rows));
  desk.moveTo(desk.clock() + HOUR);
  await decide(desk, people.reviewer, { batchId }, 'approved');
  return people;
}

async function hire(desk: SimulatedDesk, masterKey: MasterKey): Promise<DemoPeople> {
  const { operator } = await initialise(desk, masterKey, {
    name: 'rf-demo',
    operator: PEOPLE.operator.name,
    seed: demoSeed(1),
  });
  const others = [];
  for (const { name, roles } of [PEOPLE.analyst, PEOPLE.reviewer, PEOPLE.officer]) {
    const issued = await createStaff(desk, operator, { name, roles });
    others.push(await authenticate(desk, issued.token));
  }
  const [analyst, reviewer, officer] = others;
  return { operator, analyst: analyst!, reviewer: reviewer!, officer: officer! };
}

async function adoptMethodology(
  desk: SimulatedDesk,
  { operator, officer }: DemoPeople,
  document: MethodologyDocument,
): Promise<void> {
  const key = await signerKeyFromSeed('rf-demo-chief-risk-officer', demoSeed(2));
  const signer = await parseSignerKey(key.signer);
  await enrolOfficerKey(desk, operator, { staffId: officer.id, publicKey: key.verifier });
  const digest = await importMethodology(desk, operator, document);
  const signedAt = new Date(desk.clock()).toISOString().replace('.000Z', 'Z');
  await recordSignOff(desk, officer, await signMethodology(document, signer, officer.name, signedAt));
  await activateMethodology(desk, operator, digest, 'First version.');
}

function providerRow(sample: SampleProvider) {
  const { name, planner_type, provider_subtype, yield_min, yield_max, flags } = sample;
  return {
    slug: slugOf(sample),
    name,
    planner_type,
    provider_subtype,
    yield_min,
    yield_max,
    payout_currency: sample.provider_id === PAYS_BITCOIN ? 'BTC' : 'USD',
    website: `https://${slugOf(sample)}.example`,
    flags,
  };
}

function inputRows(sample: SampleProvider) {
  return Object.entries({ ...sample.gates, ...sample.inputs }).map(
    ([input, { value, grade, evidence_date }]) => ({
      provider: slugOf(sample),
      input,
      value,
      evidence: fictionalEvidence(`${sample.name}: ${input.replaceAll('_', ' ')}`, evidence_date, grade),
    }),
  );
}
