// What other people on the desk do before an attempt, each act by the people it takes.

import type { ActName, AnswerOf, StaffRole } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { civilDate } from '@rf-indicators/core/context/times';
import { sampleProviders, slugOf } from '../../packages/server/src/demo/founding.ts';
import { decideDraft, decideMatter } from '../../test/support/deciding.ts';
import { enrol } from '../../test/support/staff.ts';
import type { Desk, Person } from './desk.ts';

const SLUGS = new Map(sampleProviders().map((sample) => [sample.provider_id, slugOf(sample)]));

/** The slug of a sample provider, such as FX-01. */
export function slug(sample: string): string {
  return SLUGS.get(sample)!;
}

export async function colleague(
  { context, people }: Desk,
  roles: StaffRole[],
  name = 'Cora',
): Promise<Actor> {
  const { actor } = await enrol(context, people.operator.actor, { name, roles }, people.reviewer.actor);
  return actor;
}

export function performAs<Name extends ActName>(
  { services }: Desk,
  actor: Actor,
  name: Name,
  input: object,
): Promise<AnswerOf<Name>> {
  return performAct(services, { kind: 'staff', actor }, name, input as never);
}

type Requested =
  | 'staff.retire'
  | 'staff.set_roles'
  | 'officer_keys.enrol'
  | 'officer_keys.retire'
  | 'frameworks.activate'
  | 'specimens.name';

/** An act that takes two people, done by the operator and the reviewer. */
export async function byTwo(desk: Desk, name: Requested, input: object): Promise<void> {
  const { request } = await desk.perform('operator', name, input);
  await desk.perform('reviewer', 'requests.approve', { request });
}

export async function retire(desk: Desk, person: string): Promise<void> {
  await byTwo(desk, 'staff.retire', { person });
}

export async function demote(desk: Desk, person: string): Promise<void> {
  await byTwo(desk, 'staff.set_roles', { person, roles: ['analyst'] });
}

/** Evidence of a grade that needs no stored copy. */
export function evidence(desk: Desk, changes: object = {}) {
  return {
    kind: 'website',
    title: 'A page',
    evidence_date: civilDate(desk.context.clock()),
    grade: 'D',
    ...changes,
  };
}

/** The options of a command for the same evidence. */
export function evidenceOptions(desk: Desk, changes: Record<string, string> = {}): string[] {
  const {
    kind,
    title,
    evidence_date: date,
    grade,
    ...others
  } = evidence(desk, changes) as Record<string, string>;
  return Object.entries({ kind, title, date, grade, ...others }).flatMap(([name, value]) => [
    `--${name}`,
    value!,
  ]);
}

export interface Proposal {
  provider?: string;
  input?: string;
  value?: string;
  evidence?: object;
}

export function proposalRow(
  desk: Desk,
  { provider = slug('FX-02'), input = 'key_quorum', value = '3', ...rest }: Proposal = {},
) {
  return { provider, input, value, evidence: evidence(desk), ...rest };
}

/** Returns the batch and the first proposal. */
export async function propose(
  desk: Desk,
  by: Person,
  given: Proposal = {},
  documents: object = {},
): Promise<{ batch: string; proposal: string }> {
  const rows = [{ value: proposalRow(desk, given) }];
  const { batch_id, proposal_ids } = await desk.perform(by, 'inputs.propose', { rows, documents });
  return { batch: batch_id, proposal: proposal_ids[0]! };
}

/** A stored document, for evidence of a good grade. */
export const DOCUMENT = {
  'report.txt': { media_type: 'text/plain', base64: Buffer.from('A report.').toString('base64') },
};

/** An approved input of a published provider: its proposal. */
export async function approvedInput(desk: Desk, given: Proposal = {}): Promise<string> {
  const proposed = await propose(desk, 'analyst', given);
  await desk.perform('reviewer', 'inputs.approve', { batch: proposed.batch, unopened: true });
  return proposed.proposal;
}

/** A draft of the operator that publishes these providers again, accepted by the committee. */
export async function approvedDraft(desk: Desk, ...samples: string[]): Promise<string> {
  const { run_id: run } = await desk.perform('operator', 'runs.compute', {
    providers: samples.map(slug),
    everything: true,
  });
  await decideDraft(desk.context, run);
  return run;
}

/** Somebody who votes no longer. */
export async function leaveCommittee(desk: Desk, person: string): Promise<void> {
  await byTwo(desk, 'staff.set_roles', { person, roles: ['operator'] });
}

export async function withdraw(desk: Desk, sample: string): Promise<void> {
  const { request_id: request } = await desk.perform('operator', 'withdrawals.request', {
    provider: slug(sample),
    reason: 'A dispute.',
  });
  await decideMatter(desk.context, request);
}
