import type {
  DecisionObject,
  GetProviderScoreInput,
  GetProviderScoreResult,
  ScoreSnapshot,
} from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { formatHundredths } from '@rf-indicators/engine';
import { hardRules } from '@rf-indicators/web/charts/score-headline';
import type { Reading } from '../../rendering/reading.ts';
import { externalDisclosures, externalRationale, externalReview } from '../external-analysis.ts';
import { externalText, LONGEST } from '../external-text.ts';
import { findById, findProvider } from '../find-provider.ts';
import { citation } from '../indicator-view.ts';
import { noIndicator } from '../no-indicator.ts';
import { resultEnd } from '../result-end.ts';

export async function getProviderScore(
  reading: Reading,
  input: GetProviderScoreInput,
): Promise<GetProviderScoreResult> {
  const { provider, by } =
    input.provider_name === undefined
      ? await findById(reading, input.provider_id!)
      : await findProvider(reading, input.provider_name);
  const [served] = await currentIndicators(reading.db, [provider.id]);
  if (served === undefined) throw await noIndicator(reading, provider);
  const [written] = await reading.snapshots.texts([served], reading);
  const snapshot = parseAsWritten(written!.text) as ScoreSnapshot;
  const decision = snapshot.rf_decision_object;
  const cite = (what: string) => citation(reading.baseUrl, snapshot, what);
  const band = snapshot.risk_band;
  return {
    matched_by: by,
    provider_id: snapshot.provider_id,
    slug: snapshot.slug,
    name: externalText(snapshot.name, LONGEST.name),
    planner_type: snapshot.planner_type,
    provider_subtype: externalText(snapshot.provider_subtype, LONGEST.label),
    final_score: snapshot.final_score,
    risk_band: band,
    confidence: snapshot.confidence,
    framework_version: snapshot.framework_version,
    scored_at: snapshot.scored_at,
    score_verified_at: snapshot.score_verified_at,
    stale: snapshot.stale,
    stale_reason:
      snapshot.stale_reason === null ? null : externalText(snapshot.stale_reason, LONGEST.sentence),
    review: externalReview(snapshot.review),
    verification_id: snapshot.verification_id,
    uncapped_score: snapshot.uncapped_score,
    coverage: snapshot.coverage,
    previous: snapshot.previous,
    rf_decision_object: decision,
    score_commentary: snapshot.score_commentary,
    commentary_version: snapshot.commentary_version,
    rationale: externalRationale(snapshot.rationale),
    disclosures: externalDisclosures(snapshot.disclosures),
    confirmed_by: snapshot.confirmed_by,
    modules: snapshot.modules,
    cite_as: {
      final_score: cite(
        `has a risk score of ${formatHundredths(served.finalScore)} out of 100, in the risk band ${band}`,
      ),
      risk_band: cite(`is in the risk band ${band}`),
      confidence: cite(`has a score with a confidence of ${digits(snapshot.confidence)} out of 1`),
      coverage: cite(`has a score with an evidence coverage of ${digits(snapshot.coverage)} out of 1`),
      points_to_next_band: cite(distanceInWords(decision, formatHundredths(served.finalScore))),
    },
    methodology_url: snapshot.methodology_url,
    ...resultEnd(reading),
  };
}

/** Points are no distance where hard rules hold the score: then the sentence names these first. */
function distanceInWords(decision: DecisionObject, score: string): string {
  const { next_band, points_to_next_band, hard_caps_fired } = decision;
  if (next_band === undefined) return 'is already in the lowest-risk band';
  const short = `${digits(points_to_next_band)} points short of the band ${next_band}, measured before hard caps`;
  const holding = hard_caps_fired.filter(({ blocks_next_band }) => blocks_next_band);
  if (holding.length === 0) return `is ${short}`;
  const rules = hardRules(holding.length);
  if (!holding.some(({ binding }) => binding))
    return `is ${short}, and ${rules} would keep it out of that band`;
  return `is held at ${score} by ${rules}, which keep${holding.length === 1 ? 's' : ''} it out of the band ${next_band}`;
}

/** The number as it is written in the response, with two decimals. */
function digits(figure: number): string {
  return JSON.stringify(figure);
}
