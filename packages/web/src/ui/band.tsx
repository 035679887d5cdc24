// Risk bands: the glyph and the word always accompany the colour, and higher scores are safer.

import styles from './band.module.css';
import { DownGlyph, UpGlyph } from './glyphs.tsx';

export const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;
export type Band = (typeof BANDS)[number];

const NAMES: Record<Band, string> = { LOW: 'Low', MEDIUM: 'Medium', ELEVATED: 'Elevated', HIGH: 'High' };
const BAR = { width: 4, height: 10, step: 5 };
const WIDTH = (BANDS.length - 1) * BAR.step + BAR.width;

function isBand(text: string): text is Band {
  return (BANDS as readonly string[]).includes(text);
}

/** Medium risk */
export function bandName(band: string): string {
  return isBand(band) ? `${NAMES[band]} risk` : band;
}

export function bandWord(band: string): string {
  return isBand(band) ? NAMES[band] : band;
}

/** Negative: riskier. */
export function compareBands(before: string, after: string): number {
  return BANDS.indexOf(before as Band) - BANDS.indexOf(after as Band);
}

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
