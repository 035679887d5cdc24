// Sentences about reviews and disclosures, for pages and feeds.

import type { Disclosures, Review } from '@rf-indicators/contract';
import { underReview } from '@rf-indicators/web/charts/timeline-words';
import { shortDay } from './page-words.ts';

const DIRECTIONS: Readonly<Record<Review['direction'], string>> = {
  up: 'for a safer score',
  down: 'for a riskier score',
  developing: 'with an open direction',
};

/** "Under review for a riskier score, until 4 May 2026 at the latest. Awaiting committee." */
export function reviewInWords(review: Review): string {
  return `${reviewOpening(review)} ${reviewReason(review)}`;
}

/** "Under review for a riskier score, until 4 May 2026 at the latest." */
export function reviewOpening({ direction, until }: Review): string {
  return `Under review ${DIRECTIONS[direction]}, until ${shortDay(Date.parse(until))} at the latest.`;
}

/** "Under review for a riskier score, from 20 April 2026 to 4 May 2026." */
export function reviewPeriodInWords({
  direction,
  from,
  until,
}: Pick<Review, 'direction'> & { from: number; until: number | null }): string {
  const time = until === null ? `since ${shortDay(from)}` : `from ${shortDay(from)} to ${shortDay(until)}`;
  return `Under review ${DIRECTIONS[direction]}, ${time}.`;
}

export function reviewReason({ reason }: Review): string {
  return asSentence(reason);
}

/** "Under review, down": for a mark in a table. */
export function reviewMark({ direction }: Review): string {
  return underReview(direction);
}

/** One paragraph. */
export function disclosuresInWords(disclosures: Disclosures): string {
  const { solicited, paid_by_provider, responsible_team, conflicts } = disclosures;
  const asked = solicited
    ? 'The provider asked for this indicator'
    : 'The provider did not ask for this indicator';
  const paid = paid_by_provider ? 'pays for it' : 'does not pay for it';
  return `Responsible: ${responsible_team}. ${asked} and ${paid}. Conflicts of interest: ${asSentence(conflicts)}${independence(disclosures)}`;
}

/** Said only where the publisher switched the rule off. */
export function independence({ independence_rule }: Disclosures): string {
  return independence_rule
    ? ''
    : ' The rule that a committee needs an independent vote was switched off when it last decided.';
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
