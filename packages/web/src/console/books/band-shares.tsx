// The shares of the bands as one strip, with each share in words below it.

import { BANDS, type Band, bandName } from '../../ui/band.tsx';
import { plural } from '../../ui/format.ts';
import { percent } from './amounts.ts';
import styles from './band-shares.module.css';
import type { Figures } from './book.ts';

type Share = Figures['bands'][number];

export function BandShares({ bands }: { bands: readonly Share[] }) {
  const shown = bands.filter(({ names }) => names > 0);
  return (
    <section aria-label="Shares by band" className={styles.shares}>
      <ShareStrip bands={shown} />
      <ul className={styles.words}>
        {shown.map(({ band, names, share }) => (
          <li key={band} className={isBand(band) ? `band-${band.toLowerCase()}` : undefined}>
            <span className={isBand(band) ? styles.band : undefined}>
              {isBand(band) ? bandName(band) : 'Without a score'} {percent(share)}
            </span>
            <span className="muted"> · {plural(names, 'name')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function isBand(band: string): band is Band {
  return (BANDS as readonly string[]).includes(band);
}

/** Outlined where there is no score: that is not a band. */
export function ShareStrip({ bands, height = 12 }: { bands: readonly Share[]; height?: number }) {
  const before = (at: number) => bands.slice(0, at).reduce((sum, { share }) => sum + share, 0);
  return (
    <svg aria-hidden="true" className={styles.strip} height={height}>
      {bands.map(({ band, share }, at) => (
        <g key={band} className={isBand(band) ? `band-${band.toLowerCase()}` : undefined}>
          <rect
            x={`${before(at)}%`}
            width={`${share}%`}
            height={height}
            className={isBand(band) ? styles.part : styles.without}
          />
        </g>
      ))}
    </svg>
  );
}
