// A band with its glyph, as the pages of the server have it.

import { BANDS, type Band, bandName } from '../../ui/band-words.ts';
import { el, svg } from './elements.ts';

const BAR = { width: 5, gap: 2, height: 12 };
const WIDTH = BANDS.length * (BAR.width + BAR.gap) - BAR.gap;

export function bandChip(band: string): HTMLElement {
  return el('span', { class: `chip ${bandClass(band)}` }, glyph(band), bandName(band));
}

export function bandClass(band: string): string {
  return `band-${band.toLowerCase()}`;
}

function glyph(band: string): SVGElement {
  const filled = BANDS.indexOf(band as Band) + 1;
  const size = { width: WIDTH, height: BAR.height, viewBox: `0 0 ${WIDTH} ${BAR.height}` };
  const bars = BANDS.map((_, at) =>
    svg('rect', {
      ...{ x: at * (BAR.width + BAR.gap) + 0.5, y: 0.5, width: BAR.width - 1, height: BAR.height - 1 },
      ...{ fill: at < filled ? 'currentColor' : 'none', stroke: 'currentColor' },
    }),
  );
  return svg('svg', { class: 'glyph', 'aria-hidden': 'true', ...size }, ...bars);
}
