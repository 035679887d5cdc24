// The scale of a criterion: which value earns how many points. Numbers are a line between the listed values, as points are
// interpolated; options are bars, worst first.

import type { CriterionInputForm } from '@rf-indicators/contract';
import { textWidth } from '@rf-indicators/web/charts/label-places';
import { escapeHtml, Html } from '../html.ts';
import { idInWords } from '../page-words.ts';
import { short } from './bullet.ts';

const WIDTH = 280;
const PLOT = { left: 28, top: 8, width: 244, height: 56 };
const LINE = 16;
const BASE = PLOT.top + PLOT.height;

/** The table behind the toggle says the same. */
export function pointsScale(input: CriterionInputForm): Html {
  const [first, last] = endsOf(input);
  // Words that have no room side by side stand on two lines.
  const lines = textWidth(first) + textWidth(last) + GAP > PLOT.width ? 2 : 1;
  const height = BASE + 8 + lines * LINE;
  const label = (words: string, at: number, place: string) =>
    `<text ${place} y="${BASE + 4 + at * LINE}">${escapeHtml(words)}</text>`;
  const drawn =
    (input.type === 'number' ? line(input) : bars(input)) +
    label(first, 1, `x="${PLOT.left}"`) +
    label(last, lines, `x="${PLOT.left + PLOT.width}" text-anchor="end"`);
  return new Html(
    `<svg class="points-scale" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true">` +
      `<path class="grid" d="M${PLOT.left} ${PLOT.top}h${PLOT.width}M${PLOT.left} ${BASE}h${PLOT.width}"/>` +
      `<text x="${PLOT.left - 6}" y="${PLOT.top + 4}" text-anchor="end">100</text><text x="${PLOT.left - 6}" y="${BASE + 4}" text-anchor="end">0</text>` +
      `${drawn}</svg>`,
  );
}

const y = (points: number) => BASE - (points / 100) * PLOT.height;

/** What stands at the two ends of the scale. */
function endsOf(input: CriterionInputForm): [first: string, last: string] {
  if (input.type === 'enum') return [words(input.options[0]!.value), words(input.options.at(-1)!.value)];
  const values = input.breakpoints.map(({ value }) => value);
  const label = (value: number) => value.toFixed(input.scale).replace('-', '−');
  return [label(Math.min(...values)), label(Math.max(...values))];
}

const GAP = 8;
/** Longer words would leave the drawing. */
const LONGEST_LABEL = 34;

function words(value: string): string {
  const whole = idInWords(value);
  return whole.length > LONGEST_LABEL ? `${whole.slice(0, LONGEST_LABEL - 1)}…` : whole;
}

function line({ breakpoints }: Extract<CriterionInputForm, { type: 'number' }>): string {
  const sorted = breakpoints.toSorted((a, b) => a.value - b.value);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const span = last.value - first.value || 1;
  const x = (value: number) => PLOT.left + ((value - first.value) / span) * PLOT.width;
  const places = sorted.map(({ value, points }) => [short(x(value)), short(y(points))] as const);
  const path = places.map(([left, top], at) => `${at === 0 ? 'M' : 'L'}${left} ${top}`).join('');
  const dots = places.map(([left, top]) => `<circle cx="${left}" cy="${top}" r="2.5"/>`);
  return `<path class="line" d="${path}"/>${dots.join('')}`;
}

function bars({ options }: Extract<CriterionInputForm, { type: 'enum' }>): string {
  const width = (PLOT.width + GAP) / options.length - GAP;
  const drawn = options.map(({ points }, at) => {
    const left = PLOT.left + at * (width + GAP);
    const top = y(points);
    // An option without points keeps its place.
    return `<rect class="bar" x="${short(left)}" y="${short(Math.min(top, BASE - 1))}" width="${short(width)}" height="${short(Math.max(BASE - top, 1))}"/>`;
  });
  return drawn.join('');
}
