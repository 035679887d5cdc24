// A calendar of the dates that are ahead: pricing and settlement, one month below the other.

import type { Issuance } from '@rf-indicators/contract';
import { isoDay, weeksOf, writtenMonth } from '../../ui/dates/civil-dates.ts';
import { el } from '../dom/elements.ts';
import { part } from '../entitled/part.ts';

interface Entry {
  date: string;
  what: string;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The table has the same dates, so the calendar is left out where there is no room for it. */
export function calendar(issuances: readonly Issuance[], now: number): HTMLElement | string {
  const today = isoDay(now);
  const entries = issuances.flatMap(entriesOf).filter(({ date }) => date >= today);
  const months = [...new Set(entries.map(({ date }) => date.slice(0, 7)))].sort();
  if (months.length === 0) return '';
  const byDate = Map.groupBy(entries, ({ date }) => date);
  const shown = part('Dates ahead', ...months.map((month) => monthTable(month, byDate, today)));
  shown.classList.add('calendar');
  return shown;
}

function entriesOf({ name, ticker, pricing_on, settles_on }: Issuance): Entry[] {
  const short = ticker ?? name;
  return [
    ...(pricing_on === null ? [] : [{ date: pricing_on, what: `${short}: pricing` }]),
    ...(settles_on === null ? [] : [{ date: settles_on, what: `${short}: settles` }]),
  ];
}

function monthTable(
  month: string,
  byDate: ReadonlyMap<string, readonly Entry[]>,
  today: string,
): HTMLElement {
  const heads = WEEKDAYS.map((name) => el('th', { scope: 'col' }, name));
  const weeks = weeksOf(month).map((week) => {
    const cells = week.map((date) => {
      if (date === null) return el('td', { class: 'other' });
      const entries = (byDate.get(date) ?? []).map(({ what }) => el('li', {}, what));
      const attributes = { 'aria-current': date === today ? 'date' : null };
      const day = el('span', { class: 'day' }, String(Number(date.slice(8))));
      return el('td', attributes, day, entries.length > 0 && el('ul', {}, ...entries));
    });
    return el('tr', {}, ...cells);
  });
  return el(
    'table',
    { class: 'month' },
    el('caption', {}, writtenMonth(month)),
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...weeks),
  );
}
