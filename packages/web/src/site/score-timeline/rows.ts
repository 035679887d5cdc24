// The rows of the timeline in its table. Up to 200 rows all stay there, so that searching in the page and printing find
// them. Of a longer list only those near the window are there; rows of the same height stand in for the others. Rows that
// change their place glide there.

import type { Period } from '../../charts/history-lane.ts';
import { el } from '../dom/elements.ts';
import type { TimelineRow } from './day-list.ts';
import { Row } from './row.ts';

const ALL_STAY = 200;
/** How many rows outside the window are made ready. */
const AHEAD = 20;
const PORTION = 10;
const GLIDE_MS = 140;

export class Rows {
  readonly #table: HTMLTableElement;
  readonly #body: HTMLTableSectionElement;
  readonly #period: Period;
  readonly #height: number;
  readonly #made = new Map<string, Row>();
  readonly #above = standIn();
  readonly #below = standIn();
  #rows: readonly TimelineRow[] = [];
  #place: string;
  #shown = '';

  constructor(table: HTMLTableElement, period: Period, place: string) {
    this.#table = table;
    this.#body = table.tBodies[0]!;
    this.#period = period;
    this.#place = place;
    const heights = [...this.#body.rows].map((row) => row.getBoundingClientRect().height);
    this.#height = Math.min(...heights);
    addEventListener('scroll', this.#follow, { passive: true });
    addEventListener('resize', this.#follow, { passive: true });
  }

  end(): void {
    removeEventListener('scroll', this.#follow);
    removeEventListener('resize', this.#follow);
  }

  set(rows: readonly TimelineRow[]): void {
    this.#rows = rows;
    this.#table.ariaRowCount = String(rows.length + 1);
    this.#draw(true);
  }

  /** The day that is chosen, in percent of the axis. */
  pointAt(place: string): void {
    this.#place = place;
    for (const element of this.#body.rows) this.#made.get(element.dataset.id ?? '')?.pointAt(place);
  }

  #waiting = false;
  readonly #follow = () => {
    if (this.#waiting || this.#rows.length <= ALL_STAY) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#draw(false);
    });
  };

  #range(): [from: number, until: number] {
    const count = this.#rows.length;
    if (count <= ALL_STAY) return [0, count];
    const { top } = this.#body.getBoundingClientRect();
    const first = Math.floor(-top / this.#height) - AHEAD;
    const most = Math.ceil(innerHeight / this.#height) + 2 * AHEAD;
    // In portions, so that most frames of a scroll change nothing.
    const portion = Math.floor(Math.max(0, first) / PORTION) * PORTION;
    const from = Math.min(portion, Math.max(0, count - most));
    return [from, Math.min(count, from + most + PORTION)];
  }

  #draw(isChange: boolean): void {
    const [from, until] = this.#range();
    const rows = this.#rows.slice(from, until);
    // Their order and their place in the list: the same ones need only other texts.
    const shown = `${from} ${this.#rows.length} ${rows.map(({ id }) => id).join(' ')}`;
    const isSame = shown === this.#shown;
    if (isSame && !isChange) return;
    const before = isChange && !isSame && this.#shown !== '' ? this.#tops() : null;
    for (const [at, row] of rows.entries())
      if (isChange || !this.#made.has(row.id)) this.#rowOf(row).set(row, from + at);
    if (isSame) return;
    this.#shown = shown;
    setHeight(this.#above, from * this.#height);
    setHeight(this.#below, (this.#rows.length - until) * this.#height);
    this.#arrange([
      ...(from > 0 ? [this.#above] : []),
      ...rows.map(({ id }) => this.#made.get(id)!.element),
      ...(until < this.#rows.length ? [this.#below] : []),
    ]);
    this.#forget(new Set(rows.map(({ id }) => id)));
    if (before !== null) this.#glide(before);
  }

  /** Rows that keep their order are not touched, so a scroll lays out only what is new. */
  #arrange(wanted: readonly HTMLTableRowElement[]): void {
    const kept = new Set(wanted);
    for (const row of [...this.#body.rows]) if (!kept.has(row)) row.remove();
    let next = this.#body.firstElementChild;
    for (const row of wanted) {
      if (row === next) next = row.nextElementSibling;
      else this.#body.insertBefore(row, next);
    }
  }

  #rowOf(row: TimelineRow): Row {
    const known = this.#made.get(row.id);
    if (known !== undefined) return known;
    const made = new Row(row, this.#period);
    made.pointAt(this.#place);
    this.#made.set(row.id, made);
    return made;
  }

  #forget(needed: ReadonlySet<string>): void {
    if (this.#rows.length <= ALL_STAY) return;
    for (const id of this.#made.keys()) if (!needed.has(id)) this.#made.delete(id);
  }

  #tops(): Map<string, number> {
    return new Map(
      [...this.#body.rows].map((row) => [row.dataset.id ?? '', row.getBoundingClientRect().top]),
    );
  }

  #glide(before: ReadonlyMap<string, number>): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [id, top] of this.#tops()) {
      const way = (before.get(id) ?? top) - top;
      if (Math.abs(way) < 1) continue;
      const frames = [{ transform: `translateY(${way}px)` }, { transform: 'none' }];
      this.#made.get(id)?.element.animate(frames, { duration: GLIDE_MS, easing: 'ease-out' });
    }
  }
}

function standIn(): HTMLTableRowElement {
  return el('tr', { 'aria-hidden': 'true' }, el('td', { class: 'stand-in', colspan: 6 }));
}

function setHeight(row: HTMLTableRowElement, height: number): void {
  row.cells[0]!.style.height = `${height}px`;
}
