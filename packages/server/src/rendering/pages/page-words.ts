// Formats dates, identifiers and figures for pages.

import { lazily } from './lazily.ts';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' };
const days = lazily(() => new Intl.DateTimeFormat('en-GB', DAY));
const times = lazily(() => new Intl.DateTimeFormat('en-GB', TIME));

/** "5 August 2026", from an instant or a civil date. */
export function dayInWords(instant: string | number): string {
  return days().format(new Date(instant));
}

/** "5 August 2026, 03:00 UTC". */
export function instantInWords(instant: string | number): string {
  return `${dayInWords(instant)}, ${times().format(new Date(instant))} UTC`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "5 Aug 2026", for tables. */
export function shortDay(instant: string | number): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "5 Aug 2026, 03:00 UTC". */
export function shortInstant(instant: string | number): string {
  return `${shortDay(instant)}, ${times().format(new Date(instant))} UTC`;
}

/** "Self issued backing", from the identifier self_issued_backing. */
export function idInWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text that was recorded as a part of a sentence or as a whole one, as a whole one. */
export function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
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
