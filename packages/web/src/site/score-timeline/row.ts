// A row of the timeline, as the server writes it.

import { DAY_LINE, STRIP_HEIGHT, stripDrawing } from '../../charts/band-strip.ts';
import type { Period } from '../../charts/history-lane.ts';
import { nameInLine } from '../../charts/name-in-line.ts';
import { stripInWords } from '../../charts/timeline-words.ts';
import { el, made, svg } from '../dom/elements.ts';
import type { TimelineRow } from './day-list.ts';
import { eventsOf, periodsOf, reviewsOf } from './files.ts';

const NONE = '·';
/** On phones it stands in a line of its own, where a dot says nothing. */
const NO_SCORE = 'none';

export class Row {
  readonly element: HTMLTableRowElement;
  readonly #rank = el('td', { class: 'figure rank' });
  readonly #provider = el('th', { class: 'provider', scope: 'row' });
  readonly #then = el('td', { class: 'figure then' });
  readonly #now = el('td', { class: 'figure now', 'data-label': 'Today' });
  readonly #rankNow = el('td', { class: 'figure rank-now', 'data-label': 'Rank now' });
  readonly #here = svg('line', DAY_LINE);

  constructor({ id, parts }: TimelineRow, period: Period) {
    const [periods, reviews] = [periodsOf(parts), reviewsOf(parts)];
    const strip = svg(
      'svg',
      { class: 'strip', height: STRIP_HEIGHT, 'aria-hidden': 'true' },
      ...stripDrawing(periods, eventsOf(parts), period, reviews).map(made),
      this.#here,
    );
    const words = el('span', { class: 'visually-hidden' }, stripInWords(periods, reviews));
    const bands = el('td', { class: 'bands' }, words, strip);
    this.element = el(
      'tr',
      { 'data-id': id },
      this.#rank,
      this.#provider,
      this.#then,
      bands,
      this.#now,
      this.#rankNow,
    );
  }

  set({ slug, name, onDay, now }: TimelineRow, index: number): void {
    this.element.classList.toggle('absent', onDay === null);
    this.element.ariaRowIndex = String(index + 2);
    this.#rank.textContent = onDay === null ? NONE : String(onDay.rank);
    this.#provider.replaceChildren(
      el('a', { href: `/providers/${slug}` }, nameInLine(name)),
      ...(onDay?.stale ? [' ', el('span', { class: 'mark' }, 'stale')] : []),
      ...(onDay !== null && onDay.corrected_by !== null
        ? [' ', el('a', { class: 'mark', href: `/verify/${onDay.verification_id}` }, 'corrected later')]
        : []),
    );
    this.#then.textContent = onDay === null ? NONE : onDay.final_score.toFixed(2);
    this.#now.textContent = now === null ? NO_SCORE : now.final_score.toFixed(2);
    const rank = now === null ? NONE : String(now.rank);
    const isMoved = onDay !== null && now !== null && onDay.rank !== now.rank;
    this.#rankNow.replaceChildren(isMoved ? el('b', {}, rank) : rank);
  }

  pointAt(place: string): void {
    this.#here.setAttribute('x1', place);
    this.#here.setAttribute('x2', place);
  }
}
