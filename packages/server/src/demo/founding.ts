// The first day of the demo world: its staff, its framework, its providers and their inputs.

import { readFileSync } from 'node:fs';
import { makeRequest, recordApproval } from '@rf-indicators/core/accounts/requests';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { claimInvitation, confirmClaim, inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import type { Actor } from '@rf-indicators/core/context/actor';
import { DEMO_ORIGIN } from '@rf-indicators/core/context/beginning';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { appoint } from '@rf-indicators/core/desk/matters/rule';
import { activateMethodology } from '@rf-indicators/core/desk/methodology/activation';
import { enrolOfficerKey } from '@rf-indicators/core/desk/methodology/officer-keys';
import { importMethodology, recordSignOff } from '@rf-indicators/core/desk/methodology/registry';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import {
  loadMethodology,
  type Methodology,
  type MethodologyDocument,
  parseSignerKey,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { fictionalEvidence } from './evidence.ts';
import { CONFIRMATION, readAndApprove } from './read-and-approve.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import { IDENTIFIERS, PAYS_BITCOIN, PEOPLE, REFERENCE_RATE, SUBTYPES } from './story.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export interface DemoPeople {
  operator: Actor;
  analyst: Actor;
  reviewer: Actor;
  officer: Actor;
  /** Keeps the quorum of the committee after a recusal, and chairs for a recused chair. */
  secondReviewer: Actor;
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

/** Commands identify providers by slug; the ids of the samples (FX-01) are used in the story only. */
export function slugOf({ name }: Pick<SampleProvider, 'name'>): string {
  const plain = name.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return plain.toLowerCase().replaceAll(' ', '-');
}

/** A fixed seed, so that every demo has the same keys. The names of the keys mark them as demo keys. */
function demoSeed(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}

/** The first signing key of every demo. */
export async function demoKeyId(): Promise<string> {
  const { signer } = await signerKeyFromSeed(DEMO_ORIGIN, demoSeed(1));
  return (await parseSignerKey(signer)).id;
}

export async function initialiseDemo(context: SimulatedDesk, masterKey: MasterKey): Promise<DemoPeople> {
  const founders = await createStaffMembers(context, masterKey);
  const people = { ...founders, secondReviewer: founders.reviewer };
  const { document, methodology } = shippedFramework();
  await activateFramework(context, people, document);
  const approve = (batchId: string) =>
    readAndApprove(context, people.reviewer, { batchId }, context.clock() + MINUTE);
  const rates = await proposeInputs(context, people.analyst, methodology, asRows([RATE_ROW]));
  await approve(rates.batchId);
  const samples = sampleProviders();
  const imported = await importProviders(
    context,
    people.analyst,
    asRows(samples.map(providerRow)),
    methodology,
  );
  await approve(imported.batch_id!);
  context.moveTo(context.clock() + HOUR);
  // The files bring values that runs derive, too; these are checked and not proposed.
  const rows = samples.flatMap((sample) => inputRows(sample));
  const { batchId } = await proposeInputs(context, people.analyst, methodology, asRows(rows));
  await approve(batchId);
  context.moveTo(context.clock() + MINUTE);
  return { ...people, secondReviewer: await addSecondReviewer(context, founders) };
}

/** Who is also the deputy of the chair. */
async function addSecondReviewer(
  context: SimulatedDesk,
  { operator, reviewer, officer }: Founders,
): Promise<Actor> {
  const { name, roles } = PEOPLE.secondReviewer;
  const { code } = await inviteStaff(context, operator, { name, roles });
  const { token, check, active } = await claimInvitation(context, code);
  if (!active) await confirmClaim(context, reviewer, name, check);
  const person = await authenticate(context, token);
  const named = { office: 'deputy' as const, person: person.id };
  await context.store.transaction(async (writes) => {
    const subject = 'rules/committee_deputy';
    const request = await makeRequest(context, writes, operator, 'committee.appoint', subject, named);
    await recordApproval(context, writes, officer, request);
    await appoint(context, writes, { requester: operator, approver: officer }, request, named);
  });
  return person;
}

type Founders = Omit<DemoPeople, 'secondReviewer'>;

async function createStaffMembers(context: SimulatedDesk, masterKey: MasterKey): Promise<Founders> {
  const { operator } = await initialise(context, masterKey, {
    isDemo: true,
    operator: PEOPLE.operator.name,
    seed: demoSeed(1),
  });
  const others = [];
  for (const { name, roles } of [PEOPLE.analyst, PEOPLE.reviewer, PEOPLE.officer]) {
    const { code } = await inviteStaff(context, operator, { name, roles });
    const { token } = await claimInvitation(context, code);
    others.push(await authenticate(context, token));
  }
  const [analyst, reviewer, officer] = others;
  return { operator, analyst: analyst!, reviewer: reviewer!, officer: officer! };
}

async function activateFramework(
  context: SimulatedDesk,
  { operator, officer }: Founders,
  document: MethodologyDocument,
): Promise<void> {
  const { verifier: publicKey } = await officerKey();
  const alone = { requester: operator, approver: null };
  await context.store.transaction((writes) =>
    enrolOfficerKey(context, writes, alone, { staffId: officer.id, publicKey }),
  );
  const digest = await importSigned(context, { operator, officer }, document);
  await activateMethodology(context, alone, digest, 'First version.', async () => undefined);
}

function officerKey() {
  return signerKeyFromSeed('rf-demo-chief-risk-officer', demoSeed(2));
}

/** Imports a framework that the officer signs. Returns its digest. */
export async function importSigned(
  context: SimulatedDesk,
  { operator, officer }: Pick<DemoPeople, 'operator' | 'officer'>,
  document: MethodologyDocument,
): Promise<string> {
  const signer = await parseSignerKey((await officerKey()).signer);
  const digest = await importMethodology(context, operator, document);
  const signedAt = new Date(context.clock()).toISOString().replace('.000Z', 'Z');
  await recordSignOff(context, officer, await signMethodology(document, signer, officer.name, signedAt));
  return digest;
}

export function providerRow(sample: SampleProvider) {
  const { name, planner_type, provider_subtype, yield_min, yield_max, flags } = sample;
  // The samples state the evidence of the spread, which is derived from the yield.
  const { evidence_date, grade } = sample.inputs.yield_spread!;
  return {
    slug: slugOf(sample),
    name,
    planner_type,
    provider_subtype: SUBTYPES[sample.provider_id] ?? provider_subtype,
    yield_min,
    yield_max,
    payout_currency: sample.provider_id === PAYS_BITCOIN ? 'BTC' : 'USD',
    website: `https://${slugOf(sample)}.example`,
    ...(sample.provider_id in IDENTIFIERS && {
      identifiers: IDENTIFIERS[sample.provider_id]!.map(
        (identifier) => `${identifier} https://${slugOf(sample)}.example/imprint`,
      ),
    }),
    flags,
    confirmation: CONFIRMATION,
    evidence: fictionalEvidence(`${name}: terms of the product`, evidence_date, grade),
  };
}

const RATE_ROW = {
  currency: REFERENCE_RATE.currency,
  input: 'reference_rate',
  value: REFERENCE_RATE.rate,
  evidence: fictionalEvidence(REFERENCE_RATE.title, REFERENCE_RATE.date, REFERENCE_RATE.grade),
};

export function inputRows(sample: SampleProvider) {
  return Object.entries({ ...sample.gates, ...sample.inputs }).map(
    ([input, { value, grade, evidence_date }]) => ({
      provider: slugOf(sample),
      input,
      value,
      confirmation: CONFIRMATION,
      evidence: fictionalEvidence(`${sample.name}: ${input.replaceAll('_', ' ')}`, evidence_date, grade),
    }),
  );
}
