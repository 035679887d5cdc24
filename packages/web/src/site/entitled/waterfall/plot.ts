// The drawn column of the waterfall: one picture for each row, all on the same axis.

import { type Axis, anchorOf, BAR, BREAK, HATCH, percent, share } from '../../../ui/waterfall/axis.ts';
import { bandClass } from '../band-chip.ts';
import { svg } from '../elements.ts';
import { FULL, type Step } from './steps.ts';

const LABELS_HEIGHT = 20;

export function axisLabels(axis: Axis): SVGElement {
  const texts = axis.ticks.map((tick) => {
    const anchor = anchorOf(axis, tick);
    return svg('text', { x: percent(axis, tick), y: 14, 'text-anchor': anchor }, String(tick / 100));
  });
  return picture(texts, LABELS_HEIGHT);
}

export function stepPlot(axis: Axis, { from, to, isUnproved }: Step, kind: 'loss' | 'cap'): SVGElement {
  const [left, right] = [percent(axis, to), percent(axis, from)];
  const shape = kind === 'cap' ? 'cap' : isUnproved ? 'unproved' : 'loss';
  const bar = from > to && bars(axis, to, from, shape);
  return picture([
    ...lines(axis),
    svg('line', { class: 'connector', x1: right, x2: right, y1: 0, y2: bar ? '50%' : '100%' }),
    ...(bar ? [bar, svg('line', { class: 'connector', x1: left, x2: left, y1: '50%', y2: '100%' })] : []),
  ]);
}

/** The row of an open module: its criteria follow, so nothing is drawn but the way to them. */
export function passage(axis: Axis, { from }: Step): SVGElement {
  const x = percent(axis, from);
  return picture([...lines(axis), svg('line', { class: 'connector', x1: x, x2: x, y1: 0, y2: '100%' })]);
}

export function fullPlot(axis: Axis): SVGElement {
  return picture([...lines(axis), bars(axis, axis.floor, FULL, 'track')]);
}

/** The axis does not begin at 0, so the bar has a break at its left. */
export function resultPlot(axis: Axis, final: number, band: string): SVGElement {
  const gap = svg('polygon', { class: 'break', points: BREAK });
  return picture([
    ...lines(axis),
    bars(axis, axis.floor, final, `result ${bandClass(band)}`),
    ...(axis.floor > 0 ? [inMiddle(gap)] : []),
  ]);
}

/** Hatching for what caps cost. */
export function hatching(): SVGElement {
  const pattern = {
    ...{ id: 'cap-hatch', width: HATCH.width, height: HATCH.height },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  const stripe = svg('rect', { class: 'stripe', width: HATCH.stripe, height: HATCH.height });
  const defs = svg('defs', {}, svg('pattern', pattern, stripe));
  return svg('svg', { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' }, defs);
}

function bars(axis: Axis, from: number, to: number, shape: string): SVGElement {
  const width = `${share(axis, to) - share(axis, from)}%`;
  return inMiddle(svg('rect', { class: shape, x: percent(axis, from), width, ...BAR }));
}

function inMiddle(drawn: SVGElement): SVGElement {
  return svg('svg', { y: '50%', overflow: 'visible' }, drawn);
}

function lines(axis: Axis): SVGElement[] {
  return axis.ticks.map((tick) => {
    const x = percent(axis, tick);
    return svg('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: '100%' });
  });
}

function picture(children: readonly SVGElement[], height: number | string = '100%'): SVGElement {
  const kind = height === '100%' ? 'step-plot row-plot' : 'step-plot';
  return svg('svg', { class: kind, width: '100%', height, 'aria-hidden': 'true' }, ...children);
}
