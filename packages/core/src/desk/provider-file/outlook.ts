// What ageing of the evidence alone does to the current indicator of a provider, from its package.

import { OUTLOOK_MEANING } from '@rf-indicators/contract';
import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type OutlookStep, outlook, parseScaled } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackage } from '../packages/read-packages.ts';
import { gateLabel } from '../publication/gate-lapses.ts';
import type { PublishingPolicy } from '../runs/policy.ts';
import { currentIndicators } from '../served/served.ts';

type Outlook = NonNullable<DomainAnswerOf<'providers.show'>['outlook']>;

const DAYS = 180;

/** null without a current indicator. */
export async function providerOutlook(
  { store: { db }, clock }: Context,
  { staleDays }: PublishingPolicy,
  providerId: string,
): Promise<Outlook | null> {
  const [served] = await currentIndicators(db, [providerId]);
  if (served === undefined) return null;
  const { methodology } = await methodologyByDigest(db, served.methodologyDigest);
  const content = await readPackage(db, served.packageHash);
  const from = civilDate(Math.max(clock(), served.asOf));
  const found = outlook(methodology, content, { from, days: DAYS, staleDays });
  const { first_lapse, first_band_change, gates_renewed } = found;
  return {
    ...{ from, to: found.to, meaning: OUTLOOK_MEANING, first_band_change, steps: found.steps.map(deskStep) },
    first_lapse: first_lapse && {
      ...first_lapse,
      label: methodology.criterionById.get(first_lapse.id)?.label ?? gateLabel(first_lapse.id),
    },
    gates_renewed: {
      first_band_change: gates_renewed.first_band_change,
      steps: gates_renewed.steps.map(deskStep),
    },
  };
}

function deskStep(step: OutlookStep): Outlook['steps'][number] {
  const { from, to, state } = step;
  if (step.state !== 'scored')
    return { from, to, state, score: null, band: null, confidence: null, caps: [] };
  return {
    ...{ from, to, state, score: inHundredths(step.final_score), band: step.band },
    confidence: step.confidence,
    caps: step.hard_caps_fired.map(({ rule_id, name, cap }) => ({ rule_id, name, cap: inHundredths(cap) })),
  };
}

function inHundredths(text: string): number {
  return parseScaled(text, 2) as number;
}
