// The scale of a criterion: which value earns how many points. Numbers are a line between the listed values, as points are
// interpolated; options are bars, worst first.

import type { CriterionInputForm } from '@rf-indicators/contract';
import { escapeHtml, Html } from '../html.ts';
import { idInWords } from '../page-words.ts';
import { short } from './bullet.ts';

const WIDTH = 280;
const PLOT = { left: 28, top: 8, width: 244, height: 56 };
const HEIGHT = 88;
const BASE = PLOT.top + PLOT.height;

/** The table behind the toggle says the same. */
export function pointsScale(input: CriterionInputForm): Html {
  const drawn = input.type === 'number' ? line(input) : bars(input);
  return new Html(
    `<svg class="points-scale" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">` +
      `<path class="grid" d="M${PLOT.left} ${PLOT.top}h${PLOT.width}M${PLOT.left} ${BASE}h${PLOT.width}"/>` +
      `<text x="${PLOT.left - 6}" y="${PLOT.top + 4}" text-anchor="end">100</text><text x="${PLOT.left - 6}" y="${BASE + 4}" text-anchor="end">0</text>` +
      `${drawn}</svg>`,
  );
}

const y = (points: number) => BASE - (points / 100) * PLOT.height;

function line({ breakpoints, scale }: Extract<CriterionInputForm, { type: 'number' }>): string {
  const sorted = breakpoints.toSorted((a, b) => a.value - b.value);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const span = last.value - first.value || 1;
  const x = (value: number) => PLOT.left + ((value - first.value) / span) * PLOT.width;
  const places = sorted.map(({ value, points }) => [short(x(value)), short(y(points))] as const);
  const path = places.map(([left, top], at) => `${at === 0 ? 'M' : 'L'}${left} ${top}`).join('');
  const dots = places.map(([left, top]) => `<circle cx="${left}" cy="${top}" r="2.5"/>`);
  const label = (value: number) => value.toFixed(scale).replace('-', '−');
  return (
    `<path class="line" d="${path}"/>${dots.join('')}` +
    `<text x="${PLOT.left}" y="${HEIGHT - 4}">${label(first.value)}</text>` +
    `<text x="${PLOT.left + PLOT.width}" y="${HEIGHT - 4}" text-anchor="end">${label(last.value)}</text>`
  );
}

const GAP = 8;
/** Longer words would run into each other. */
const LONGEST_LABEL = 22;

function bars({ options }: Extract<CriterionInputForm, { type: 'enum' }>): string {
  const width = (PLOT.width + GAP) / options.length - GAP;
  const drawn = options.map(({ points }, at) => {
    const left = PLOT.left + at * (width + GAP);
    const top = y(points);
    // An option without points keeps its place.
    return `<rect class="bar" x="${short(left)}" y="${short(Math.min(top, BASE - 1))}" width="${short(width)}" height="${short(Math.max(BASE - top, 1))}"/>`;
  });
  const label = (value: string) => {
    const words = idInWords(value);
    return escapeHtml(words.length > LONGEST_LABEL ? `${words.slice(0, LONGEST_LABEL - 1)}…` : words);
  };
  const [first, last] = [options[0]!, options.at(-1)!];
  return (
    drawn.join('') +
    `<text x="${PLOT.left}" y="${HEIGHT - 4}">${label(first.value)}</text>` +
    `<text x="${PLOT.left + PLOT.width}" y="${HEIGHT - 4}" text-anchor="end">${label(last.value)}</text>`
  );
}
