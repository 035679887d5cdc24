// Current indicators as the agent tools return them, with sentences to cite.

import type { FoundProvider, ScoreRow } from '@rf-indicators/contract';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { formatHundredths } from '@rf-indicators/engine';
import { rowOf } from '../rendering/current-rows.ts';
import type { Reading } from '../rendering/reading.ts';
import type { RenderedRow } from '../rendering/rows.ts';
import { externalReview } from './external-analysis.ts';
import { externalText, LONGEST, quoted } from './external-text.ts';

export type IndicatorView = Omit<FoundProvider, 'cite_as'>;

/** `score` and `confidence` are whole hundredths, for calculations. */
export interface CurrentIndicator {
  view: IndicatorView;
  score: number;
  confidence: number;
}

/** Undefined if the provider has no current indicator. */
export async function currentIndicatorOf(
  reading: Reading,
  providerId: string,
): Promise<CurrentIndicator | undefined> {
  const row = await rowOf(reading, providerId);
  return row && currentIndicator(row);
}

export function currentIndicator(row: RenderedRow): CurrentIndicator {
  const wire = JSON.parse(`${row.openRow}}`) as ScoreRow;
  // Parsing two decimals yields the nearest float, so round to get exact hundredths.
  const confidence = Math.round(wire.confidence * 100);
  return {
    score: row.finalScore,
    confidence,
    view: {
      provider_id: wire.id,
      slug: wire.slug,
      name: externalText(wire.name, LONGEST.name),
      planner_type: wire.planner_type,
      provider_subtype: externalText(wire.provider_subtype, LONGEST.label),
      final_score: hundredths(row.finalScore),
      risk_band: wire.risk_band,
      confidence: hundredths(confidence),
      framework_version: wire.framework_version,
      scored_at: wire.scored_at,
      score_verified_at: wire.score_verified_at,
      stale: wire.stale,
      stale_reason: wire.stale_reason === null ? null : externalText(wire.stale_reason, LONGEST.sentence),
      review: externalReview(wire.review),
      verification_id: wire.verification_id,
    },
  };
}

type Cited = Pick<IndicatorView, 'name' | 'scored_at' | 'framework_version' | 'verification_id'> &
  Partial<Pick<IndicatorView, 'stale'>>;

/** `what` follows the name, such as "has a risk score of 71.20 out of 100". */
export function citation(baseUrl: string, cited: Cited, what: string): string {
  const stale = cited.stale ? ' The indicator is stale.' : '';
  return (
    `${quoted(cited.name)} ${what}, scored on ${cited.scored_at.slice(0, 10)} by ${cited.framework_version} ` +
    `(verification id ${cited.verification_id}, ${baseUrl}/verify/${cited.verification_id}).${stale}`
  );
}

export function scoreCitation(baseUrl: string, { view, score }: CurrentIndicator): string {
  const what = `has a risk score of ${formatHundredths(score)} out of 100, in the risk band ${view.risk_band}`;
  return citation(baseUrl, view, what);
}
