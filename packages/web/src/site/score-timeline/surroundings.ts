// What else says on the page which day it shows: the title, the distribution, the links and the fields.

import type { HistoryDay } from '@rf-indicators/contract';
import { writtenDate } from '../../charts/dates.ts';
import {
  type BandCounts,
  figure,
  readCheckpointNote,
  timelineCounts,
  timelineTitle,
  total,
} from '../../charts/timeline-words.ts';
import { el } from '../dom/elements.ts';
import type { DayList } from './day-list.ts';

/** The width of the content of a page, as the server has it. */
const WIDTH = 1152;

export interface ShownDay {
  day: HistoryDay;
  list: DayList;
  today: string;
}

export function showDay({ day, list, today }: ShownDay): void {
  const { date } = day;
  const isToday = date === today;
  const set = (selector: string, text: string) => {
    const place = document.querySelector(selector);
    if (place !== null) place.textContent = text;
  };
  set('.view-head h2', timelineTitle(date, list.onDay, list.now, isToday));
  set('[data-part="counts"]', timelineCounts(date, total(list.onDay), total(list.now), isToday));
  showDistribution(list.found);
  showExports(day);
  showCheckpoint(day);
  const siteName = document.title.split(' · ').slice(1);
  document.title = [isToday ? 'Scores over time' : `Scores on ${writtenDate(date)}`, ...siteName].join(' · ');
}

function showDistribution(found: BandCounts): void {
  const sum = total(found);
  for (const segment of document.querySelectorAll<HTMLElement>('.segment')) {
    const band =
      [...segment.classList]
        .find((name) => name.startsWith('band-'))
        ?.slice(5)
        .toUpperCase() ?? '';
    const count = found[band] ?? 0;
    const place = segment.querySelector('.count');
    if (place !== null) place.textContent = figure(count);
    const width = sum === 0 ? WIDTH / 4 : Math.round((count / sum) * WIDTH);
    segment.querySelector('.share')?.setAttribute('width', String(width));
    segment.title = segment.title.replace(
      /: .*$/,
      `: ${figure(count)} ${count === 1 ? 'provider' : 'providers'}`,
    );
  }
}

function showExports({ date, dataset }: HistoryDay): void {
  const exports = document.querySelector('[data-part="exports"]');
  const json = el('a', { href: `/history/days/${date}.json` }, 'JSON');
  const csv = el('a', { href: `/datasets/${date}.csv.gz`, download: true }, 'CSV of this day');
  exports?.replaceChildren(...(dataset === null ? [json] : [csv, ' ', json]));
}

function showCheckpoint({ date, checkpoint }: HistoryDay): void {
  const line = document.querySelector('[data-checkpoint]');
  if (line === null || checkpoint === null) return;
  const { size, rootHash } = readCheckpointNote(checkpoint);
  line.replaceChildren(
    `The log of that day: ${size} entries, root hash `,
    el('code', { class: 'id' }, rootHash),
    ', ',
    el('a', { href: `/history/days/${date}.json` }, 'signed checkpoint'),
    '.',
  );
}

/** The day in the address, and in all links and fields of this view. */
export function addressDay(date: string, today: string): void {
  const asOf = date === today ? null : date;
  history.replaceState(null, '', withDay(location.pathname + location.search, asOf));
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    'main a[href*="view=timeline"]:not([data-step])',
  ))
    link.href = withDay(link.getAttribute('href')!, asOf);
  const filters = document.querySelector<HTMLFormElement>('[data-filters]');
  const field = filters?.querySelector<HTMLInputElement>('[name="as_of"]');
  if (asOf === null) field?.remove();
  else if (field) field.value = asOf;
  else filters?.append(el('input', { type: 'hidden', name: 'as_of', value: asOf }));
}

export function withDay(address: string, asOf: string | null): string {
  const [path = '', rest = ''] = address.split('?');
  const query = new URLSearchParams(rest);
  query.delete('as_of');
  query.delete('page');
  if (asOf !== null) query.set('as_of', asOf);
  return `${path}?${query}`;
}
