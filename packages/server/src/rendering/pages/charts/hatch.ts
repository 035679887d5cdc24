// Hatching for charts, in the colour of each band. A pattern takes its colour where it is defined, so there is one per band.

import { RISK_BANDS } from '@rf-indicators/contract';
import { bandClass } from '../bands.ts';
import { type Html, html } from '../html.ts';

export function hatchOf(band: string): string {
  return `hatch-${band.toLowerCase()}`;
}

/** Once per page that has hatched charts. */
export function hatchPatterns(): Html {
  return html`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>${RISK_BANDS.map(
    (band) =>
      html`<pattern id="${hatchOf(band)}" class="${bandClass(band)}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="2" height="4"/></pattern>`,
  )}</defs></svg>`;
}
