// Risk bands: the glyph and the word always accompany the colour, and higher scores are safer.

import { BANDS, type Band, bandChip, bandName, bandWord, compareBands } from '../charts/bands.ts';
import { drawn } from './drawn.tsx';
import { DownGlyph, UpGlyph } from './glyphs.tsx';

export { BANDS, type Band, bandName, bandWord, compareBands };

export function BandChip({ band }: { band: string }) {
  return drawn(bandChip(band));
}

/** ▲ and the new band if it is safer, ▼ if it is riskier. */
export function BandChange({ before, after }: { before: string; after: string }) {
  const change = compareBands(before, after);
  if (change === 0) return <>same</>;
  return (
    <span className="band-change">
      {change > 0 ? <UpGlyph /> : <DownGlyph />}
      <span className="visually-hidden">{change > 0 ? 'safer: ' : 'riskier: '}</span>
      <BandChip band={after} />
    </span>
  );
}
