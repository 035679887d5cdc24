// The publishing policy. A score is published on news: a newly approved value, a changed cap or band, a changed
// structure or framework, or large drift. Otherwise a run only confirms the current indicator.

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
  /** Smallest drift, in hundredths of a point, that is published without other news. */
  driftHundredths: number;
  /** Days that an indicator stays current after a gate lapsed; then it is withdrawn. */
  staleDays: number;
  /** Whether band changes, corrections and withdrawals require a second person. */
  secondPerson: boolean;
}

export const DEFAULT_POLICY: PublishingPolicy = { driftHundredths: 100, staleDays: 14, secondPerson: true };

/** The parts of a scored result that are compared to decide whether it is news. */
export interface ScoreSummary {
  package: ComputationPackage;
  final_score: number;
  risk_band: string;
  caps: string;
}

export interface Candidate extends ScoreSummary {
  /** Ids of the proposals among its inputs that are renewals ("checked, unchanged"). */
  renewals: ReadonlySet<string>;
}

export function causesToPublish(
  published: ScoreSummary | null,
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
  return proposal !== before.approval?.proposal_id && !renewals.has(String(proposal ?? ''));
}
