// Formats steps of a history for the API.

import type { HistoryStep } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { instant, instantOrNull } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';

export function historyStep(step: Step): HistoryStep {
  return {
    from: instant(step.from),
    until: instantOrNull(step.until),
    final_score: hundredths(step.finalScore),
    risk_band: step.riskBand as HistoryStep['risk_band'],
    kind: step.kind,
    verification_id: step.verificationId,
    stale: step.staleReason !== null,
    stale_reason: step.staleReason,
  };
}

/** When a step last began or ended. */
export function stepsChangedAt(steps: readonly Step[]): number {
  return steps.reduce((latest, { from, until }) => Math.max(latest, from, until ?? 0), 0);
}
