// The impact of another framework on one provider, and the totals for the report.

import { formatHundredths, type Outcome, parseScaled } from '@rf-indicators/engine';

export interface Headline {
  status: Outcome['status'];
  final_score: string | null;
  risk_band: string | null;
  /** Why there is no score; null if there is one. */
  reason: string | null;
}

export interface ProviderImpact {
  provider_id: string;
  name: string;
  /** null if no framework was in effect. */
  before: Headline | null;
  after: Headline;
  /** null unless both frameworks give a score. */
  delta: string | null;
  band_changed: boolean;
}

/** Each provider is counted once, and again in `band_changed` if its band changed. */
export interface ImpactCounts {
  providers: number;
  higher: number;
  lower: number;
  unchanged: number;
  newly_scored: number;
  no_longer_scored: number;
  unscored: number;
  band_changed: number;
}

export function impactOn(id: string, name: string, before: Headline | null, after: Headline): ProviderImpact {
  const both = before?.status === 'SCORED' && after.status === 'SCORED';
  return {
    provider_id: id,
    name,
    before,
    after,
    delta: both ? formatHundredths(hundredths(after) - hundredths(before)) : null,
    band_changed: both && after.risk_band !== before.risk_band,
  };
}

function hundredths({ final_score }: Headline): number {
  return parseScaled(final_score!, 2)!;
}

export function headlineOf({ status, result }: Outcome): Headline {
  if (status === 'SCORED') {
    return { status, final_score: result.final_score, risk_band: result.band, reason: null };
  }
  if (status === 'NOT_SCORED') return unscored(status, result.reason);
  return unscored(status, result.errors.map(({ code, pointer }) => `${code} ${pointer}`).join(', '));
}

export function unscored(status: 'NOT_SCORED' | 'INVALID', reason: string): Headline {
  return { status, final_score: null, risk_band: null, reason };
}

export function countImpacts(impacts: readonly ProviderImpact[]): ImpactCounts {
  const counts: ImpactCounts = {
    providers: impacts.length,
    higher: 0,
    lower: 0,
    unchanged: 0,
    newly_scored: 0,
    no_longer_scored: 0,
    unscored: 0,
    band_changed: 0,
  };
  for (const impact of impacts) {
    counts[kindOf(impact)] += 1;
    if (impact.band_changed) counts.band_changed += 1;
  }
  return counts;
}

function kindOf({
  before,
  after,
  delta,
}: ProviderImpact): Exclude<keyof ImpactCounts, 'providers' | 'band_changed'> {
  if (delta !== null) {
    if (delta === '0.00') return 'unchanged';
    return delta.startsWith('-') ? 'lower' : 'higher';
  }
  if (after.status === 'SCORED') return 'newly_scored';
  return before?.status === 'SCORED' ? 'no_longer_scored' : 'unscored';
}
