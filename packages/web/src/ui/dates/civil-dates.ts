// Civil dates as pages write and read them: "22 Jul 2026" for readers, 2026-07-22 in data. The same for every reader,
// whatever the language of the browser.

import { MONTHS, readDate, writtenDate } from '../../charts/dates.ts';

export { readDate, writtenDate };

const DAY = 24 * 60 * 60 * 1000;

/** "July 2026", of 2026-07. */
export function writtenMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** A date that somebody typed, as data has it; another text stays as it is, so that the refusal names it. */
export function dataDate(text: string): string {
  return readDate(text) ?? text.trim();
}

export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The weeks of a month such as 2026-07, from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let monday = first - before * DAY; isoDay(monday).slice(0, 7) <= month; monday += 7 * DAY) {
    const days = Array.from({ length: 7 }, (_, at) => isoDay(monday + at * DAY));
    weeks.push(days.map((date) => (date.startsWith(month) ? date : null)));
  }
  return weeks;
}

/** The day that a key of a calendar leads to; null for a key that leads nowhere. */
export function dayAfterKey(day: string, key: string): string | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  const weekday = (new Date(at).getUTCDay() + 6) % 7;
  switch (key) {
    case 'ArrowLeft':
      return isoDay(at - DAY);
    case 'ArrowRight':
      return isoDay(at + DAY);
    case 'ArrowUp':
      return isoDay(at - 7 * DAY);
    case 'ArrowDown':
      return isoDay(at + 7 * DAY);
    case 'Home':
      return isoDay(at - weekday * DAY);
    case 'End':
      return isoDay(at + (6 - weekday) * DAY);
    case 'PageUp':
      return inMonth(day, -1);
    case 'PageDown':
      return inMonth(day, 1);
    default:
      return null;
  }
}

/** The same day of a month before or after, or its last day. */
export function inMonth(day: string, months: number): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last)));
}
