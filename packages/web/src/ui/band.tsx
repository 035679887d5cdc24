// Risk bands: the glyph and the word always accompany the colour, and higher scores are safer.

import {
  BANDS,
  BARS,
  type Band,
  bandGlyph,
  bandName,
  bandWord,
  compareBands,
  stepsFromSafest,
} from '../charts/bands.ts';
import styles from './band.module.css';
import { drawn } from './drawn.tsx';
import { DownGlyph, UpGlyph } from './glyphs.tsx';

export { BANDS, type Band, bandName, bandWord, compareBands };

/** As many filled bars as the band is steps from the safest. */
function BandGlyph({ band }: { band: string }) {
  return drawn(bandGlyph(stepsFromSafest(band), BARS.small));
}

export function BandChip({ band, isShort = false }: { band: string; isShort?: boolean }) {
  const className = [styles.chip, isShort ? styles.short : '', styles[band.toLowerCase()] ?? ''].join(' ');
  return (
    <span className={className}>
      <BandGlyph band={band} />
      {isShort ? bandWord(band) : bandName(band)}
      {isShort ? <span className="visually-hidden"> risk</span> : null}
    </span>
  );
}

/** ▲ and the new band if it is safer, ▼ if it is riskier. */
export function BandChange({ before, after }: { before: string; after: string }) {
  const change = compareBands(before, after);
  if (change === 0) return <>same</>;
  return (
    <span className={styles.change}>
      {change > 0 ? <UpGlyph /> : <DownGlyph />}
      <span className="visually-hidden">{change > 0 ? 'safer: ' : 'riskier: '}</span>
      <BandChip band={after} isShort />
    </span>
  );
}
