// Shows one provider of the map: a frame around its bar, where it came from, and what is known of it beside it.

import { bandChip, bandName } from '../../charts/bands.ts';
import { writtenDate } from '../../charts/dates.ts';
import { type Box, overlaps } from '../../charts/label-places.ts';
import { boxOf, type Frame, MOST_LABELLED, yieldAxis } from '../../charts/yield-map.ts';
import { yieldInWords } from '../../charts/yields.ts';
import { el, made, svg } from '../dom/elements.ts';
import type { Mapped } from './mapped.ts';
import { type Level, type Path, pathOf } from './path.ts';

/** How far from a bar the pointer may be, in pixels. */
const REACH = 24;
/** A pointer that passes over a bar shows nothing. */
const DWELL_MS = 80;
/** Where the path could not be read. */
const UNREAD: Path = { levels: [], change: null, since: null };
const NARROW = 600;
const TIP_GAP = 16;

export class MapWalk {
  readonly #figure: HTMLElement;
  readonly #plot: SVGSVGElement;
  readonly #mapped: readonly Mapped[];
  readonly #tip = el('div', { class: 'map-tip' });
  /** A drawing of its own over the plot, so that the bars, of which there may be thousands, are not painted again. */
  readonly #over = svg('svg', { class: 'over', 'aria-hidden': 'true' });
  #frame: Frame = { width: 0, height: 0 };
  #boxes: Box[] = [];
  /** The place of the keyboard in the list, which is safest first. */
  #at = 0;
  #shown: number | null = null;
  #dwelling = 0;
  #asking = 0;

  constructor(figure: HTMLElement, plot: SVGSVGElement, mapped: readonly Mapped[]) {
    this.#figure = figure;
    this.#plot = plot;
    this.#mapped = mapped;
    if (mapped.length === 0) return;
    // A slider is what screen readers know that arrow keys move along.
    for (const [name, value] of Object.entries({
      tabindex: '0',
      role: 'slider',
      'aria-label': 'Providers by score, safest first',
      'aria-orientation': 'vertical',
      'aria-valuemin': '1',
      'aria-valuemax': String(mapped.length),
    }))
      plot.setAttribute(name, value);
    this.#tell(0);
    plot.addEventListener('focus', () => {
      if (plot.matches(':focus-visible')) this.#show(this.#at);
    });
    plot.addEventListener('blur', () => this.#hide());
    plot.addEventListener('keydown', (event) => this.#key(event));
    plot.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'touch') this.#point(event);
    });
    plot.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && document.activeElement !== plot) this.#hide();
    });
    plot.addEventListener('click', (event) => {
      const found = this.#nearest(event);
      if (found === null) return this.#hide();
      // With a mouse it is shown already, so a click follows it; a tap shows it.
      const isTap = (event as PointerEvent).pointerType === 'touch';
      if (!isTap && this.#shown === found) location.assign(`/providers/${this.#mapped[found]!.slug}`);
      else this.#show(found);
    });
  }

  /** After the map was drawn again. */
  redraw(frame: Frame): void {
    const axis = yieldAxis(this.#mapped);
    this.#frame = frame;
    this.#boxes = this.#mapped.map((mark) => boxOf(mark, axis, frame));
    this.#figure.append(this.#over);
    if (this.#shown !== null) this.#show(this.#shown);
  }

  #key(event: KeyboardEvent): void {
    const last = this.#mapped.length - 1;
    const to: Record<string, number> = {
      ArrowDown: Math.min(last, this.#at + 1),
      ArrowRight: Math.min(last, this.#at + 1),
      ArrowUp: Math.max(0, this.#at - 1),
      ArrowLeft: Math.max(0, this.#at - 1),
      PageDown: Math.min(last, this.#at + 10),
      PageUp: Math.max(0, this.#at - 10),
      Home: 0,
      End: last,
    };
    if (event.key === 'Escape') this.#hide();
    if (event.key === 'Enter' && this.#shown !== null)
      location.assign(`/providers/${this.#mapped[this.#shown]!.slug}`);
    const target = to[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.#show(target);
  }

  #point(event: PointerEvent): void {
    const found = this.#nearest(event);
    clearTimeout(this.#dwelling);
    if (found === this.#shown) return;
    if (found === null) this.#hide();
    else this.#dwelling = window.setTimeout(() => this.#show(found), this.#shown === null ? DWELL_MS : 0);
  }

  #nearest({ clientX, clientY }: MouseEvent): number | null {
    const { left, top } = this.#plot.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    let [best, nearest]: [number | null, number] = [null, REACH];
    for (const [at, box] of this.#boxes.entries()) {
      const across = Math.max(box.left - x, x - box.right, 0);
      const down = Math.max(box.top - y, y - box.bottom, 0);
      const distance = Math.hypot(across, down);
      if (distance < nearest) [best, nearest] = [at, distance];
    }
    return best;
  }

  #tell(at: number): void {
    const { name, score, band, yieldMin, yieldMax, isStale } = this.#mapped[at]!;
    this.#at = at;
    this.#plot.setAttribute('aria-valuenow', String(at + 1));
    const stale = isStale ? ', stale' : '';
    const words = `${name}: ${bandName(band)}, ${points(score)}${stale}, yield ${yieldInWords(yieldMin, yieldMax)} % a year`;
    this.#plot.setAttribute('aria-valuetext', words);
  }

  #show(at: number): void {
    this.#tell(at);
    this.#shown = at;
    this.#draw(at, null);
    const { slug } = this.#mapped[at]!;
    const withPath = (path: Path) => {
      if (this.#shown === at) this.#draw(at, path);
    };
    clearTimeout(this.#asking);
    // Somebody who walks past asks for nothing. Without the path, the rest is still true.
    const withoutPath = () => withPath(UNREAD);
    this.#asking = window.setTimeout(() => pathOf(slug).then(withPath, withoutPath), DWELL_MS);
  }

  #hide(): void {
    clearTimeout(this.#dwelling);
    clearTimeout(this.#asking);
    this.#shown = null;
    this.#over.replaceChildren();
    this.#makeRoom();
    this.#tip.remove();
  }

  #draw(at: number, path: Path | null): void {
    const box = this.#boxes[at]!;
    const mark = this.#mapped[at]!;
    const { left, right, top, bottom } = box;
    const frame = svg('rect', {
      ...{ class: 'frame', x: left - 3, y: top - 3 },
      ...{ width: right - left + 6, height: bottom - top + 6 },
    });
    this.#over.replaceChildren(
      ...(path === null ? [] : this.#pathElements(box, path.levels)),
      frame,
      ...(this.#mapped.length > MOST_LABELLED ? [said(mark.name, right + 8, bottom + 1, this.#frame)] : []),
    );
    this.#makeRoom();
    this.#tip.replaceChildren(...tipLines(mark, path));
    this.#place(box);
  }

  /** What the path says stands over names, which give way meanwhile; where two levels are close, one of them has no words. */
  #makeRoom(): void {
    for (const hidden of this.#figure.querySelectorAll('.under')) hidden.classList.remove('under');
    const kept: DOMRect[] = [];
    const isFree = (place: DOMRect) => !kept.some((other) => overlaps(place, other));
    const [first, ...others] = this.#over.querySelectorAll('.said');
    // Where it was first and where it was last say the most.
    for (const words of [...(first === undefined ? [] : [first]), ...others.toReversed()]) {
      const place = words.getBoundingClientRect();
      if (isFree(place)) kept.push(place);
      else words.remove();
    }
    // In a narrow plot, the names of the bands stand in it, too.
    for (const label of this.#figure.querySelectorAll('.plot .label, .names text')) {
      if (isFree(label.getBoundingClientRect())) continue;
      label.classList.add('under');
      const before = label.previousElementSibling;
      if (before?.matches('.leader')) before.classList.add('under');
    }
  }

  #pathElements({ left, right, top, bottom }: Box, levels: readonly Level[]): SVGElement[] {
    const first = levels[0];
    if (first === undefined) return [];
    const height = (score: number) => (1 - score / 10_000) * this.#frame.height;
    const middle = (left + right) / 2;
    const isRising = height(first.score) > top;
    const end = isRising ? bottom + 9 : top - 9;
    const tip = isRising ? bottom + 3 : top - 3;
    return [
      ...levels.map(({ score }) =>
        svg('rect', {
          ...{ class: 'earlier', x: left, y: height(score) - 4 },
          ...{ width: right - left, height: 8 },
        }),
      ),
      svg('line', { class: 'way', x1: middle, x2: middle, y1: height(first.score), y2: end }),
      svg('path', { class: 'arrow', d: `M${middle - 4} ${end}h8L${middle} ${tip}z` }),
      ...levels.map(({ score, until }) =>
        said(`${points(score)} until ${this.#day(until)}`, right + 8, height(score) + 4, this.#frame),
      ),
    ];
  }

  /** Without the year where there is little room. */
  #day(instant: number): string {
    const day = writtenDate(instant);
    return this.#frame.width < NARROW ? day.slice(0, -5) : day;
  }

  /** Beside the bar, where there is room; on phones below the plot. */
  #place({ left, right, top }: Box): void {
    if (this.#frame.width < NARROW) {
      this.#figure.after(this.#tip);
      // Of a wider window, which it may become again.
      this.#tip.removeAttribute('style');
      return;
    }
    this.#figure.append(this.#tip);
    const { offsetWidth: width, offsetHeight: height } = this.#tip;
    const plotLeft = this.#plot.getBoundingClientRect().left - this.#figure.getBoundingClientRect().left;
    // Right of the labels that stand beside bars.
    const beside = plotLeft + right + 200;
    const hasRoom = beside + width <= this.#figure.clientWidth;
    const x = hasRoom ? beside : Math.max(0, plotLeft + left - width - TIP_GAP);
    const y = Math.min(Math.max(0, top - height / 2), this.#frame.height - height);
    this.#tip.style.left = `${x}px`;
    this.#tip.style.top = `${y}px`;
  }
}

function points(score: number): string {
  return (score / 100).toFixed(2);
}

/** At the right of a place, or at its left if the plot ends there. */
function said(text: string, x: number, y: number, { width }: Frame): SVGElement {
  const isLast = x + text.length * 7 > width;
  return svg(
    'text',
    isLast ? { class: 'said', x: width - 4, y: y - 10, 'text-anchor': 'end' } : { class: 'said', x, y },
    text,
  );
}

function tipLines(mark: Mapped, path: Path | null): HTMLElement[] {
  const { name, score, band, yieldMin, yieldMax, isStale, scoredOn } = mark;
  const fact = (label: string, value: string) =>
    el('p', { class: 'fact' }, el('span', {}, label), el('span', {}, value));
  const change = path === null ? '…' : path.change === null ? '·' : changeInWords(path.change);
  const period = path?.since == null ? '90 days' : `Since ${writtenDate(path.since)}`;
  const first = path?.levels[0];
  const dashed =
    first &&
    `Dashed: ${writtenDate(first.from)} – ${writtenDate(first.until)}, ${bandName(first.band)} · ${points(first.score)}, drawn at today’s yield`;
  return [
    el('p', { class: 'named' }, name),
    el('p', { class: 'scored-as' }, made(bandChip(band)), points(score)),
    fact('Yield, % a year', yieldInWords(yieldMin, yieldMax)),
    fact(period, change),
    fact(isStale ? 'Stale, scored' : 'Scored', writtenDate(scoredOn)),
    ...(dashed === undefined ? [] : [el('p', { class: 'path' }, dashed)]),
  ];
}

/** "+1.80", "−0.88" or "0.00". */
function changeInWords(change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${points(Math.abs(change))}`;
}
