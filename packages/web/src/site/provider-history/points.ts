// Walks through the points of the history with arrow keys or the pointer. The points come from the rows of the table, so
// the tooltip says exactly what the table says. The page has the newest rows; the others are asked for when the walk begins.

import { el, svg } from '../dom/elements.ts';
import { fetchHistory } from './fetch-history.ts';

interface Point {
  /** In percent of the plot. */
  from: number;
  until: number;
  /** From 0 to 100. */
  score: number;
  lines: readonly string[];
}

export function walkPoints(section: HTMLElement): void {
  const chart = section.querySelector<HTMLElement>('[data-chart]');
  const plot = chart?.querySelector<SVGSVGElement>('.plot');
  const table = section.querySelector<HTMLElement>('[data-steps]');
  const newest = pointsOf(section);
  if (!chart || !plot || !table || newest.length === 0) return;
  const walk = new Walk(chart, plot, newest);
  // A slider is what screen readers know that arrow keys move along a line.
  plot.setAttribute('tabindex', '0');
  plot.setAttribute('role', 'slider');
  plot.setAttribute('aria-valuemin', '1');
  walk.tell(newest.length - 1);
  let reading: Promise<void> | null = null;
  const { all } = table.dataset;
  /** Asks for the older points, once. Without them, the walk has the newest ones. */
  const begin = async () => {
    if (all !== undefined) {
      reading ??= fetchHistory(all).then(
        (whole) => walk.extend(pointsOf(whole)),
        () => undefined,
      );
    }
    await reading;
  };
  plot.addEventListener('focus', async () => {
    await begin();
    if (document.activeElement === plot) walk.show(walk.at);
  });
  plot.addEventListener('blur', () => walk.hide());
  plot.addEventListener('keydown', async (event) => {
    if (event.key === 'Escape') walk.hide();
    if (targetOf(event.key, 0, 1) === null) return;
    event.preventDefault();
    await begin();
    walk.show(targetOf(event.key, walk.at, walk.points.length)!);
  });
  plot.addEventListener('pointermove', async (event) => {
    await begin();
    if (plot.matches(':hover')) walk.show(pointUnder(event, plot, walk.points));
  });
  plot.addEventListener('pointerleave', () => {
    if (document.activeElement !== plot) walk.hide();
  });
}

function pointsOf(section: Element): Point[] {
  const rows = [...section.querySelectorAll<HTMLTableRowElement>('[data-steps] tbody tr')].reverse();
  const points = rows.map((row) => {
    const [from = '', until = '', score = '', band = '', what = ''] = [...row.cells].map((cell) => {
      const copy = cell.cloneNode(true) as HTMLElement;
      for (const link of copy.querySelectorAll('a')) link.remove();
      return (copy.textContent ?? '').trim();
    });
    return {
      from: Number(row.dataset.from),
      until: Number(row.dataset.until),
      score: Number(row.dataset.score),
      lines: [`${band} · ${score}`, `${from} – ${until}`, what],
    };
  });
  return points.map((point, at) => ({ ...point, lines: withMove(point, points[at - 1]) }));
}

/** With the move that led to the point: a reader who sees one level must not miss where the score came from. */
function withMove({ score, lines }: Point, before: Point | undefined): readonly string[] {
  if (before === undefined || before.score === score) return lines;
  const [headline, ...rest] = lines;
  const move = `${score > before.score ? 'Up' : 'Down'} ${Math.abs(score - before.score).toFixed(2)} from ${before.score.toFixed(2)}`;
  return [headline!, move, ...rest];
}

function targetOf(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The step at the place of the pointer, or the nearest one where nothing was served. */
function pointUnder({ clientX }: PointerEvent, plot: SVGSVGElement, points: readonly Point[]): number {
  const { left, width } = plot.getBoundingClientRect();
  const x = ((clientX - left) / width) * 100;
  const distance = ({ from, until }: Point) => Math.max(from - x, x - until, 0);
  const distances = points.map(distance);
  return distances.indexOf(Math.min(...distances));
}

class Walk {
  at = 0;
  points: readonly Point[];
  readonly #chart: HTMLElement;
  readonly #plot: SVGSVGElement;
  readonly #tip = el('div', { class: 'point' });
  readonly #line = svg('line', { class: 'here', y2: '100%' });

  constructor(chart: HTMLElement, plot: SVGSVGElement, points: readonly Point[]) {
    this.#chart = chart;
    this.#plot = plot;
    this.points = points;
  }

  /** With older points; the one where the walk is stays. */
  extend(points: readonly Point[]): void {
    const added = points.length - this.points.length;
    this.points = points;
    this.tell(this.at + added);
  }

  tell(at: number): void {
    this.at = at;
    this.#plot.setAttribute('aria-valuemax', String(this.points.length));
    this.#plot.setAttribute('aria-valuenow', String(at + 1));
    this.#plot.setAttribute('aria-valuetext', this.points[at]!.lines.join('. '));
  }

  show(at: number): void {
    this.tell(at);
    const { from, until, lines } = this.points[at]!;
    this.#tip.replaceChildren(...lines.map((text) => el('p', {}, text)));
    const middle = (from + until) / 2;
    for (const end of ['x1', 'x2']) this.#line.setAttribute(end, `${middle}%`);
    this.#plot.append(this.#line);
    this.#chart.append(this.#tip);
    const room = this.#chart.clientWidth - this.#tip.offsetWidth;
    const x = (middle / 100) * this.#plot.getBoundingClientRect().width;
    // Beside the line, on the side that has room.
    const beside = x + 12 > room ? x - 12 - this.#tip.offsetWidth : x + 12;
    this.#tip.style.left = `${Math.max(0, Math.min(beside, room))}px`;
  }

  hide(): void {
    this.#tip.remove();
    this.#line.remove();
  }
}
