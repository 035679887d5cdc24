// In the history of a score: where it would have been while hard rules held it, as a dotted line, with hatching down to the
// score that was published.

import { type Drawing, draw } from './drawing.ts';
import { LABEL_WIDTH, percent, type Span } from './history-lane.ts';
import { hundredths } from './hundredths.ts';

/** In percent of the time axis, with scores in hundredths. */
export interface HeldSpan extends Span {
  score: number;
  uncapped: number;
}

interface Step {
  from: number;
  until: number | null;
  finalScore: number;
  uncapped?: number | null;
}

const HATCH = 'hatch-held';

/** Steps that follow each other with the same two scores are one. */
export function heldSpans(
  steps: readonly Step[],
  place: (instant: number) => number,
  end: number,
): HeldSpan[] {
  const spans: HeldSpan[] = [];
  for (const { from, until, finalScore: score, uncapped } of steps) {
    if (uncapped === null || uncapped === undefined || uncapped <= score) continue;
    const last = spans.at(-1);
    const [start, stop] = [place(from), place(until ?? end)];
    if (last?.until === start && last.score === score && last.uncapped === uncapped) last.until = stop;
    else spans.push({ from: start, until: stop, score, uncapped });
  }
  return spans;
}

export function heldPattern(): Drawing {
  const pattern = {
    ...{ id: HATCH, width: 4, height: 4 },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  return draw('defs', {}, draw('pattern', pattern, draw('rect', { class: 'stripe', width: 1, height: 4 })));
}

export function heldShapes(spans: readonly HeldSpan[]): Drawing[] {
  return spans.flatMap(({ from, until, score, uncapped }) => {
    const y = percent(100 - uncapped / 100);
    return [
      draw('rect', {
        ...{ x: `${from}%`, y, width: percent(until - from), height: percent((uncapped - score) / 100) },
        fill: `url(#${HATCH})`,
      }),
      draw('line', { class: 'without', x1: `${from}%`, x2: `${until}%`, y1: y, y2: y }),
    ];
  });
}

/** Above the last span that has room for it. */
export function heldLabel(spans: readonly HeldSpan[]): Drawing[] {
  const shown = spans.findLast(({ from, until }) => until - from >= 2 * LABEL_WIDTH) ?? spans.at(-1);
  if (shown === undefined) return [];
  const { from, until, uncapped } = shown;
  // Beside its end only if it would leave the plot otherwise: text over the hatching has an edge of its own.
  const isAtStart = from + 2 * LABEL_WIDTH <= 100;
  const at: Drawing['attributes'] = isAtStart
    ? { x: `${from}%`, dx: 8 }
    : { x: `${until}%`, dx: -8, 'text-anchor': 'end' };
  // Below its line where it would leave the plot, and where it is wider than its span: there the next line has its figure above it.
  const isWider = until - from < 2 * LABEL_WIDTH;
  const dy = uncapped > 9300 || (isWider && uncapped > 1200) ? 16 : -6;
  const text = `${hundredths(uncapped)} without hard rules`;
  return [draw('text', { class: 'clear', ...at, y: percent(100 - uncapped / 100), dy }, text)];
}
