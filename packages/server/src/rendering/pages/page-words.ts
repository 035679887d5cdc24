// Formats dates, identifiers and figures for pages.

import { writtenDate } from '@rf-indicators/web/charts/dates';
import { lazily } from './lazily.ts';

/** "5 Aug 2026", from an instant or a civil date: the one form of dates on pages. */
export { writtenDate as shortDay };

/** "5 Aug 2026, 03:00 UTC". */
export function shortInstant(instant: string | number): string {
  return `${writtenDate(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`;
}

/** "Self issued backing", from the identifier self_issued_backing. */
export function idInWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A recorded text with its dates as pages write them. */
export function withDates(text: string): string {
  return text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b(?!T)/g, (day) => writtenDate(day));
}

/** A text that was recorded as a part of a sentence or as a whole one, as a whole one. */
export function sentence(text: string): string {
  const shown = withDates(text);
  const start = shown.charAt(0).toUpperCase() + shown.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** "1 day", "30 days". */
export function dayCount(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

const counts = lazily(() => new Intl.NumberFormat('en-GB'));

/** "1,204". */
export function countInWords(count: number): string {
  return counts().format(count);
}

/** "1 provider", "1,204 providers". */
export function providerCount(count: number): string {
  return `${countInWords(count)} ${count === 1 ? 'provider' : 'providers'}`;
}

/** "+1.80", "−0.88" or "0.00", from hundredths. */
export function changeInWords(hundredths: number): string {
  const sign = hundredths > 0 ? '+' : hundredths < 0 ? '−' : '';
  return `${sign}${(Math.abs(hundredths) / 100).toFixed(2)}`;
}

export function twoDecimals(value: number): string {
  return value.toFixed(2);
}

/** "a, b and c". */
export function listInWords(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
