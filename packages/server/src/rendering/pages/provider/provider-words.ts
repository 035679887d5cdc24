// Words of the page of a provider and of its report.

import type { ChangelogKind, PublicationKind } from '@rf-indicators/contract';
import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords, scoreInWords } from '../../wire/one-line-texts.ts';
import { BAND_BOUNDS } from '../bands.ts';
import { besidesHeldInWords, blockedInWords, causesInWords } from '../causes.ts';
import { shortDay } from '../page-words.ts';
import type { CurrentScore } from './known.ts';

export const KIND_WORDS: Readonly<Record<PublicationKind | ChangelogKind, string>> = {
  initial: 'First score',
  score_change: 'Score changed',
  band_change: 'Band changed',
  methodology_change: 'Framework changed',
  correction: 'Corrected',
  reinstatement: 'Reinstated',
  drift: 'Evidence aged',
  renewal: 'Renewed with newer evidence, same score',
  withdrawal: 'Withdrawn',
  stale: 'Became stale',
  stale_ended: 'No longer stale',
  review_started: 'Under review',
  review_ended: 'Review ended',
};

/** "High risk: the provider is insolvent. This holds the score at 4.99." */
export function whyThisScore({ band, score, causes }: CurrentScore): string {
  return causesInWords(band, score, causes);
}

/** What the score is, besides that rules hold it, which stands above: "High risk: the provider is insolvent." Often empty. */
export function besidesHeld({ band, causes }: CurrentScore): string {
  return besidesHeldInWords(band, causes);
}

/**
 * "3.02 to Low risk". Null in the safest band, and for a score that hard rules hold: the distance to the next band would suggest
 * that points are missing.
 */
export function toNextBand({ score, causes }: CurrentScore): string | null {
  if (causes.holding > 0) return null;
  const next = BAND_BOUNDS.findIndex((bound) => bound * 100 > score);
  if (next === -1) return null;
  const band = ['ELEVATED', 'MEDIUM', 'LOW'][next]!;
  if (causes.blocking > 0) return blockedInWords(band, causes);
  return `${formatHundredths(BAND_BOUNDS[next]! * 100 - score)} to ${bandInWords(band)}`;
}

export interface Cited {
  product: string;
  name: string;
  baseUrl: string;
}

/** A citation with everything that a reader needs to check it. */
export function citation({ product, name, baseUrl }: Cited, current: CurrentScore): string {
  const { band, score, asOf, frameworkVersion, verificationId } = current;
  return `${product}: ${name}, ${scoreInWords(band, score)} (of 100, higher is safer), as of ${shortDay(asOf)}, ${frameworkVersion}, verification id ${verificationId}, ${baseUrl}/verify/${verificationId}`;
}
