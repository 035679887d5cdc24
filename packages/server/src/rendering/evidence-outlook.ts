// The evidence outlook of a current indicator, calculated from its package, for the API and the agent tool.

import { type EvidenceOutlook, OUTLOOK_MEANING, type OutlookStep as WireStep } from '@rf-indicators/contract';
import { civilDate } from '@rf-indicators/core/context/times';
import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { readPackage } from '@rf-indicators/core/desk/packages/read-packages';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { decimal } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { frameworkVersion, type Outlook, type OutlookStep, outlook } from '@rf-indicators/engine';
import { idInWords } from './pages/page-words.ts';
import type { Reading } from './reading.ts';

/** From today, or from the day of the indicator if the clock is behind it. */
export async function outlookOf(
  { db, clock, disclosure, staleDays = DEFAULT_POLICY.staleDays }: Reading,
  { providerId, verificationId, packageHash, methodologyDigest, asOf }: ServedIndicator,
  days: number,
): Promise<EvidenceOutlook> {
  const { methodology } = await methodologyByDigest(db, methodologyDigest);
  const content = await readPackage(db, packageHash);
  const from = civilDate(Math.max(clock(), asOf));
  const found = outlook(methodology, content, { from, days, staleDays });
  const labelled = <Input extends { id: string }>(input: Input) => ({
    ...input,
    label: methodology.criterionById.get(input.id)?.label ?? idInWords(input.id),
  });
  return {
    provider_id: providerId,
    verification_id: verificationId,
    scored_at: offsetInstant(asOf),
    framework_version: frameworkVersion(methodology.document),
    from,
    to: found.to,
    meaning: OUTLOOK_MEANING,
    first_lapse: found.first_lapse && labelled(found.first_lapse),
    ...wireSeries(found),
    inputs: found.inputs.map(labelled),
    gates_renewed: wireSeries(found.gates_renewed),
    limitations_disclosure: disclosure,
  };
}

function wireSeries({ first_band_change, steps }: Pick<Outlook, 'first_band_change' | 'steps'>) {
  return {
    first_band_change: first_band_change as EvidenceOutlook['first_band_change'],
    steps: steps.map(wireStep),
  };
}

const NO_SCORE = {
  final_score: null,
  uncapped_score: null,
  risk_band: null,
  confidence: null,
  coverage: null,
  hard_caps_fired: [],
};

function wireStep(step: OutlookStep): WireStep {
  const { from, to, state } = step;
  if (step.state !== 'scored') return { from, to, state, ...NO_SCORE };
  return {
    from,
    to,
    state,
    final_score: decimal(step.final_score),
    uncapped_score: decimal(step.uncapped_score),
    risk_band: step.band as WireStep['risk_band'],
    confidence: decimal(step.confidence),
    coverage: decimal(step.coverage),
    hard_caps_fired: step.hard_caps_fired.map(({ cap, ...rule }) => ({ ...rule, cap: decimal(cap) })),
  };
}
