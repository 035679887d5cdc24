// The style sheet of an embedded chart, which stands in the picture. The policy of the picture allows this one by its digest.

import { BANDS, bandClass } from '@rf-indicators/web/charts/bands';
import type { Theme } from './theme.ts';

interface Colours {
  surface: string;
  ink: string;
  muted: string;
  line: string;
  /** Safest first. */
  bands: readonly (readonly [band: string, tint: string])[];
}

/** The tokens of tokens.css. */
const COLOURS: Readonly<Record<'light' | 'dark', Colours>> = {
  light: {
    ...{ surface: '#FFFFFF', ink: '#14181F', muted: '#566070', line: '#D9DDE3' },
    bands: [
      ['#24389C', '#E6EAF7'],
      ['#1F756E', '#E3F3F1'],
      ['#8A6312', '#FAF0DA'],
      ['#6B0A2C', '#F7E4E9'],
    ],
  },
  dark: {
    ...{ surface: '#171B22', ink: '#E8EBF0', muted: '#9AA5B4', line: '#2C333D' },
    bands: [
      ['#7596E0', '#1B2740'],
      ['#86EBE6', '#12312F'],
      ['#F5CF57', '#33290F'],
      ['#E0707C', '#3A1A22'],
    ],
  },
};

const FONTS =
  'text{font-family:Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}.name{font-size:14px;font-weight:600}.figure{font-size:44px;font-weight:600}.word{font-size:28px;font-weight:600}.chip text{font-size:14px;font-weight:500}.note{font-size:12px}.line{fill:none;stroke-width:2}';

export function chartStyle(theme: Theme): string {
  if (theme !== 'auto') return FONTS + coloured(COLOURS[theme]);
  return `${FONTS}${coloured(COLOURS.light)}@media (prefers-color-scheme:dark){${coloured(COLOURS.dark)}}`;
}

function coloured({ surface, ink, muted, line, bands }: Colours): string {
  const ofBands = bands.map(([band, tint], at) => {
    const name = bandClass(BANDS[at]!);
    return `.area.${name}{fill:${tint}}.end.${name}{fill:${band}}.chip.${name}{color:${band}}.chip.${name} text{fill:${band}}`;
  });
  return `.ground{fill:${surface};stroke:${line}}text{fill:${ink}}.note{fill:${muted}}.line{stroke:${ink}}.end{stroke:${surface}}${ofBands.join('')}`;
}
