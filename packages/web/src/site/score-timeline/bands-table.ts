// The bands of the providers as a table. The server writes those of its page; for a longer list they are written when
// somebody opens it.

import { bandName } from '../../charts/bands.ts';
import { writtenDate } from '../../charts/dates.ts';
import { nameInLine } from '../../charts/name-in-line.ts';
import { figure, underReview } from '../../charts/timeline-words.ts';
import { el } from '../dom/elements.ts';
import type { TimelineRow } from './day-list.ts';
import { periodsOf, reviewsOf } from './files.ts';

const MOST_PROVIDERS = 500;

/** `rowsOf` gives the rows that the timeline shows. */
export function fillWhenOpened(details: HTMLDetailsElement, rowsOf: () => readonly TimelineRow[]): void {
  details.addEventListener('toggle', () => {
    if (details.open) fill(details, rowsOf());
  });
}

function fill(details: HTMLDetailsElement, rows: readonly TimelineRow[]): void {
  const shown = rows.slice(0, MOST_PROVIDERS);
  details.querySelector('tbody')?.replaceChildren(...shown.flatMap(rowsOfProvider));
  details.querySelector('.rest')?.remove();
  if (shown.length < rows.length)
    details.append(
      el(
        'p',
        { class: 'rest muted' },
        `The first ${MOST_PROVIDERS} of ${figure(rows.length)} providers. A filter shows others.`,
      ),
    );
}

function rowsOfProvider({ slug, name, parts }: TimelineRow): HTMLTableRowElement[] {
  const cell = (label: string, text: string) => el('td', { 'data-label': label }, text);
  const states = [
    ...periodsOf(parts).map(({ from, until, band, isStale }) => ({
      ...{ from, until },
      state: `${bandName(band)}${isStale ? ', stale' : ''}`,
    })),
    ...reviewsOf(parts).map(({ from, until, direction }) => ({ from, until, state: underReview(direction) })),
  ];
  return states.map(({ state, from, until }) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('a', { href: `/providers/${slug}` }, nameInLine(name))),
      cell('State', state),
      cell('From', writtenDate(from)),
      cell('Until', until === null ? 'today' : writtenDate(until)),
    ),
  );
}
