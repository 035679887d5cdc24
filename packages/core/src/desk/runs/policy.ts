// When is a score published? On news, not on ageing noise: a newly approved value, a changed cap or band, a
// changed structure or methodology, or drift that has become large. Otherwise a run only confirms what stands.

import type { ComputationPackage, PackagedInput } from '@rf-indicators/engine';

export type Cause =
  | 'initial'
  | 'methodology'
  | 'structure'
  | 'new_value'
  | 'caps'
  | 'band'
  | 'drift'
  | 'correction'
  | 'requested';

export interface PublishingPolicy {
  /** Drift, in hundredths, from which a score is published without other news. */
  driftHundredths: number;
  /** Days that an indicator may stand after its gate lapsed. */
  staleDays: number;
  /** Whether a band change, a correction and a withdrawal take a second person. */
  secondPerson: boolean;
}

export const DEFAULT_POLICY: PublishingPolicy = { driftHundredths: 100, staleDays: 14, secondPerson: true };

/** What stands published, as far as news is measured against it. */
export interface Standing {
  package: ComputationPackage;
  final_score: number;
  risk_band: string;
  caps: string;
}

export interface Candidate extends Standing {
  /** Proposals among its inputs that say "checked, unchanged". */
  renewals: ReadonlySet<string>;
}

export function causesToPublish(
  published: Standing | null,
  candidate: Candidate,
  { driftHundredths }: PublishingPolicy,
): Cause[] {
  if (published === null) return ['initial'];
  const causes: Cause[] = [];
  if (published.package.methodology_digest !== candidate.package.methodology_digest)
    causes.push('methodology');
  if (structureOf(published.package) !== structureOf(candidate.package)) causes.push('structure');
  if (hasNewValue(published.package, candidate)) causes.push('new_value');
  if (published.caps !== candidate.caps) causes.push('caps');
  if (published.risk_band !== candidate.risk_band) causes.push('band');
  if (Math.abs(candidate.final_score - published.final_score) >= driftHundredths) causes.push('drift');
  return causes;
}

export function needsSecondPerson(
  item: { causes: readonly string[]; corrects: string | null },
  { secondPerson }: PublishingPolicy,
): boolean {
  return secondPerson && (item.corrects !== null || item.causes.includes('band'));
}

function structureOf({ provider }: ComputationPackage): string {
  const flags = Object.entries(provider.flags).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([provider.planner_type, flags]);
}

function hasNewValue(published: ComputationPackage, { package: content, renewals }: Candidate): boolean {
  const before = { ...published.gates, ...published.inputs };
  const after = { ...content.gates, ...content.inputs };
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].some((id) => isNews(before[id], after[id], renewals));
}

function isNews(
  before: PackagedInput | undefined,
  after: PackagedInput | undefined,
  renewals: ReadonlySet<string>,
): boolean {
  if (before === undefined || after === undefined) return before !== after;
  if (before.value !== after.value) return true;
  const proposal = after.approval?.proposal_id;
  return proposal !== before.approval?.proposal_id && !renewals.has(proposal ?? '');
}
