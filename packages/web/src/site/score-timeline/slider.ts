// The axis of the timeline as a slider: a pointer drags the day, and keys move it by a day, by a week, or to either end.

import { writtenDate } from '../../charts/dates.ts';
import { dayHandle, placeOfDay } from '../../charts/day-handle.ts';
import type { Period } from '../../charts/history-lane.ts';
import { made } from '../dom/elements.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7;

export class Slider {
  readonly #axis: SVGSVGElement;
  readonly #period: Period;
  readonly #days: number;
  readonly #choose: (date: string) => void;
  #at = 0;

  /** `choose` is called with each day that the reader moves to. */
  constructor(axis: SVGSVGElement, period: Period, choose: (date: string) => void) {
    this.#axis = axis;
    this.#period = period;
    this.#choose = choose;
    this.#days = Math.round((period.until - period.since) / DAY);
    axis.removeAttribute('aria-hidden');
    for (const [name, value] of Object.entries({
      tabindex: '0',
      role: 'slider',
      'aria-label': 'Day, in UTC',
      'aria-valuemin': '1',
      'aria-valuemax': String(this.#days),
    }))
      axis.setAttribute(name, value);
    axis.addEventListener('keydown', (event) => this.#key(event));
    axis.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      axis.setPointerCapture(event.pointerId);
      this.#drag(event);
    });
    axis.addEventListener('pointermove', (event) => {
      if (axis.hasPointerCapture(event.pointerId)) this.#drag(event);
    });
  }

  /** Returns the place of the day on the axis. */
  show(date: string): string {
    const at = Math.round((Date.parse(date) - this.#period.since) / DAY);
    this.#at = at;
    const place = placeOfDay(date, this.#period);
    this.#axis.setAttribute('aria-valuenow', String(at + 1));
    this.#axis.setAttribute('aria-valuetext', writtenDate(date));
    this.#axis.querySelector('.handle')?.replaceWith(made(dayHandle(date, this.#period)));
    return place;
  }

  #key(event: KeyboardEvent): void {
    const to: Record<string, number> = {
      ArrowLeft: this.#at - 1,
      ArrowDown: this.#at - 1,
      ArrowRight: this.#at + 1,
      ArrowUp: this.#at + 1,
      PageDown: this.#at - WEEK,
      PageUp: this.#at + WEEK,
      Home: 0,
      End: this.#days - 1,
    };
    const target = to[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#move(target);
  }

  #drag({ clientX }: PointerEvent): void {
    const { left, width } = this.#axis.getBoundingClientRect();
    this.#move(Math.floor(((clientX - left) / width) * this.#days));
  }

  #move(target: number): void {
    const at = Math.min(Math.max(0, target), this.#days - 1);
    if (at === this.#at) return;
    this.#choose(new Date(this.#period.since + at * DAY).toISOString().slice(0, 10));
  }
}
