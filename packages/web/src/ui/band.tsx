// Risk bands: the glyph and the word always accompany the colour, and higher scores are safer.

import styles from './band.module.css';
import { BANDS, type Band, bandName, bandWord, compareBands } from './band-words.ts';
import { DownGlyph, UpGlyph } from './glyphs.tsx';

const BAR = { width: 4, height: 10, step: 5 };
const WIDTH = (BANDS.length - 1) * BAR.step + BAR.width;

export { BANDS, type Band, bandName, bandWord, compareBands };

/** As many filled bars as the band is steps from the safest. */
export function BandGlyph({ band }: { band: string }) {
  const filled = BANDS.indexOf(band as Band) + 1;
  return (
    <svg
      aria-hidden="true"
      className="glyph"
      width={WIDTH}
      height={BAR.height}
      viewBox={`0 0 ${WIDTH} ${BAR.height}`}
    >
      {BANDS.map((name, at) => (
        <rect
          key={name}
          x={at * BAR.step + 0.5}
          y="0.5"
          width={BAR.width - 1}
          height={BAR.height - 1}
          fill={at < filled ? 'currentColor' : 'none'}
          stroke="currentColor"
        />
      ))}
    </svg>
  );
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
