import type {
  ComparedPair,
  ComparedProvider,
  CompareProvidersInput,
  CompareProvidersResult,
} from '@rf-indicators/contract';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { formatHundredths } from '@rf-indicators/engine';
import type { Reading } from '../../rendering/reading.ts';
import { comparabilityOf } from '../comparability.ts';
import { externalText, LONGEST, quoted } from '../external-text.ts';
import { findProvider } from '../find-provider.ts';
import { type CurrentIndicator, currentIndicatorOf, scoreCitation } from '../indicator-view.ts';
import { noIndicator } from '../no-indicator.ts';
import { resultEnd } from '../result-end.ts';
import { ToolError } from '../tool.ts';

export async function compareProviders(
  reading: Reading,
  input: CompareProvidersInput,
): Promise<CompareProvidersResult> {
  const found: CurrentIndicator[] = [];
  const compared = async (name: string): Promise<ComparedProvider> => {
    const asked_for = externalText(name, LONGEST.name);
    try {
      const { provider, by } = await findProvider(reading, name);
      const current = await currentIndicatorOf(reading, provider.id);
      if (current === undefined) throw await noIndicator(reading, provider);
      found.push(current);
      const cite_as = scoreCitation(reading.baseUrl, current);
      return { asked_for, result: { matched_by: by, ...current.view, cite_as } };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { asked_for, error: error.error };
    }
  };
  const providers: ComparedProvider[] = [];
  for (const name of input.provider_names) providers.push(await compared(name));
  // A provider that was named twice is compared only once.
  const distinct = [...new Map(found.map((one) => [one.view.provider_id, one])).values()];
  return {
    providers,
    pairs: distinct.flatMap((first, index) =>
      distinct.slice(index + 1).map((second) => pairOf(reading.baseUrl, first, second)),
    ),
    comparability: comparabilityOf(found, providers.length),
    ...resultEnd(reading),
  };
}

function pairOf(baseUrl: string, first: CurrentIndicator, second: CurrentIndicator): ComparedPair {
  const difference = first.score - second.score;
  const [a, b] = [quoted(first.view.name), quoted(second.view.name)];
  const sentence =
    difference === 0
      ? `${a} and ${b} have the same risk score, ${formatHundredths(first.score)}`
      : `The risk score of ${a} is ${formatHundredths(Math.abs(difference))} points ${difference > 0 ? 'above' : 'below'} that of ${b} ` +
        `(${formatHundredths(first.score)} and ${formatHundredths(second.score)})`;
  return {
    first: first.view.provider_id,
    second: second.view.provider_id,
    score_difference: hundredths(difference),
    confidence_difference: hundredths(first.confidence - second.confidence),
    same_band: first.view.risk_band === second.view.risk_band,
    days_between_scores: daysBetween(first.view.scored_at, second.view.scored_at),
    cite_as:
      `${sentence}, according to the indicators ${first.view.verification_id} and ${second.view.verification_id} ` +
      `(scored on ${day(first.view.scored_at)} and ${day(second.view.scored_at)}; ${baseUrl}/verify).`,
  };
}

const DAY = 24 * 60 * 60 * 1000;

function day(instant: string): string {
  return instant.slice(0, 10);
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(day(a)) - Date.parse(day(b))) / DAY;
}
