// The words and figures of the report of a book.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { bandName } from '../../ui/band.tsx';

export type Report = AnswerOf<'books.report'>;
export type LimitUse = Report['figures']['limits'][number];

/** "1,200,000.00": every digit, in groups of three. */
export function amount(text: string): string {
  const [whole = '', part] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = text.startsWith('-') ? '−' : '';
  return `${sign}${grouped}${part === undefined ? '' : `.${part}`}`;
}

export function percent(value: number): string {
  return `${value.toFixed(2)} %`;
}

/** The bands of names, also of those without a score and of those that were not in the book. */
export function bandOrNone(band: string): string {
  if (band === 'none') return 'No score';
  return band === 'absent' ? 'Not in the book' : bandName(band);
}

export const CAUSES = {
  score: 'its score',
  exposure: 'its exposure',
  entered: 'entered the book',
  left: 'left the book',
  scored: 'has a score now',
  unscored: 'lost its score',
} as const;

export const DECISIONS = { ALLOW: 'Allow', REVIEW: 'Review', BLOCK: 'Block' } as const;

/** "Group lending" */
export function limitWords({ of, id }: LimitUse, { limit_names }: Report): string {
  if (of.kind === 'group') return `Group ${of.group}`;
  if (of.kind === 'band') return bandOrNone(of.band);
  return limit_names.find(({ limit }) => limit === id)?.name ?? 'A provider that is not in the book';
}

export function limitValue({ measure }: LimitUse, value: string): string {
  return measure === 'share' ? `${value} %` : amount(value);
}

/** "1,000,000 net" */
export function limitOf(limit: LimitUse): string {
  const most = limitValue(limit, limit.at_most);
  return limit.measure === 'share' ? most : `${most} ${limit.measure}`;
}

/** "reduce by 1,000.00, or raise to 5,000.00 (two people)" */
export function cureWords(limit: LimitUse): string {
  const words = limit.cures.map((cure) =>
    cure.kind === 'reduce'
      ? `reduce by ${amount(cure.by)}`
      : `raise to ${limitValue(limit, cure.to)}, by two people`,
  );
  return words.join(', or ');
}
