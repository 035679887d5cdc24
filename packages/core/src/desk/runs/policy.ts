// The publishing rule. The served score is the one that the approved evidence gives: a run confirms an indicator that
// is equal to its result, and publishes every other result. What the publication is called depends on what moved.

import { isDeepStrictEqual } from 'node:util';
import type { PublicationKind } from '@rf-indicators/contract';
import type { Change, ComputationPackage } from '@rf-indicators/engine';

export type Cause =
  | 'initial'
  | 'methodology'
  | 'structure'
  | 'new_value'
  | 'caps'
  | 'band'
  | 'evidence'
  | 'correction'
  | 'reinstatement'
  | 'requested';

export interface PublishingPolicy {
  /** How far the age of evidence may move a score since the last news before that is news, in hundredths of a point. */
  driftHundredths: number;
  /** Days that an indicator stays current after a gate lapsed; then it is withdrawn. */
  staleDays: number;
}

export const DEFAULT_POLICY: PublishingPolicy = { driftHundredths: 100, staleDays: 14 };

const DAY = 24 * 60 * 60 * 1000;

/** When an indicator is withdrawn that is stale from this instant on, if no gate is checked again. */
export function withdrawnFrom(staleFrom: number, { staleDays }: Pick<PublishingPolicy, 'staleDays'>): number {
  return staleFrom + staleDays * DAY;
}

/** The parts of a scored result that are compared. */
export interface ScoreSummary {
  package: ComputationPackage;
  final_score: number;
  risk_band: string;
  caps: string;
}

/**
 * Two results are equal if provider, gates, inputs, facts, configuration and framework are the same, and the canonical
 * result is the same apart from its date and its `detail` texts, which contain ages.
 */
export function isEqual(a: ComputationPackage, b: ComputationPackage): boolean {
  return isDeepStrictEqual(comparable(a), comparable(b));
}

function comparable({ as_of: _, result, ...content }: ComputationPackage): unknown {
  const { scoring_date: __, decision, ...rest } = result;
  const withoutDetails = {
    ...decision,
    ceiling_factors: decision.ceiling_factors.map(({ detail: ___, ...factor }) => factor),
    floor_factors: decision.floor_factors.map(({ detail: ___, ...factor }) => factor),
  };
  return { ...content, result: { ...rest, decision: withoutDetails } };
}

export interface Verdict {
  kind: PublicationKind;
  causes: Cause[];
}

/**
 * What publishing a result that is not equal to the current indicator would be. `lastNews` is the score of the last
 * indicator that was neither drift nor a renewal.
 */
export function judge(
  published: ScoreSummary,
  candidate: ScoreSummary,
  change: Change,
  lastNews: number,
  { driftHundredths }: PublishingPolicy,
): Verdict {
  const causes = causesOf(published, candidate);
  const isMoved =
    published.final_score !== candidate.final_score || causes.includes('band') || causes.includes('caps');
  if (!isMoved) return { kind: 'renewal', causes };
  if (causes.includes('band')) return { kind: 'band_change', causes };
  if (causes.includes('methodology')) return { kind: 'methodology_change', causes };
  const isSmall = Math.abs(candidate.final_score - lastNews) < driftHundredths;
  const isDrift = !causes.includes('caps') && onlyAgeMoved(change);
  return { kind: isDrift && isSmall ? 'drift' : 'score_change', causes };
}

function causesOf(published: ScoreSummary, candidate: ScoreSummary): Cause[] {
  const causes: Cause[] = [];
  if (published.package.methodology_digest !== candidate.package.methodology_digest)
    causes.push('methodology');
  if (structureOf(published.package) !== structureOf(candidate.package)) causes.push('structure');
  if (hasNewValue(published.package, candidate.package)) causes.push('new_value');
  if (published.caps !== candidate.caps) causes.push('caps');
  if (published.risk_band !== candidate.risk_band) causes.push('band');
  return causes.length > 0 ? causes : ['evidence'];
}

function onlyAgeMoved({ parts }: Change): boolean {
  return parts.every(({ kind, points }) => points === '0.00' || kind === 'ageing' || kind === 'renewal');
}

/** Publications that the committee decides. No setting changes this. */
export const COMMITTEE_KINDS: readonly PublicationKind[] = [
  'initial',
  'band_change',
  'correction',
  'reinstatement',
];

export function needsCommittee(item: { kind: PublicationKind | null; corrects: string | null }): boolean {
  return item.corrects !== null || (item.kind !== null && COMMITTEE_KINDS.includes(item.kind));
}

function structureOf({ provider }: ComputationPackage): string {
  const flags = Object.entries(provider.flags).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([provider.planner_type, flags]);
}

function hasNewValue(published: ComputationPackage, candidate: ComputationPackage): boolean {
  const before: Record<string, { value: string }> = { ...published.gates, ...published.inputs };
  const after: Record<string, { value: string }> = { ...candidate.gates, ...candidate.inputs };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    (id) => before[id]?.value !== after[id]?.value,
  );
}
