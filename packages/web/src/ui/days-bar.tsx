// Days until evidence loses points, with a bar that empties. It is ink in its last third.

import styles from './days-bar.module.css';
import { CrossGlyph } from './glyphs.tsx';
import { count } from './words.ts';

const WIDTH = 64;

/** `days` is null without evidence; `of` is the whole time. */
export function DaysBar({ days, of }: { days: number | null; of: number }) {
  if (days === null) return <span className={styles.missing}>no evidence</span>;
  if (days <= 0)
    return (
      <span className={styles.lapsed}>
        <CrossGlyph /> lapsed
      </span>
    );
  const share = Math.min(1, days / of);
  return (
    <span className={styles.days}>
      <span className={styles.figure}>{count(days)}</span>
      <svg aria-hidden="true" width={WIDTH} height="4">
        <rect width={WIDTH} height="4" fill="var(--track)" />
        <rect width={WIDTH * share} height="4" fill={share <= 1 / 3 ? 'var(--ink)' : 'var(--bar)'} />
      </svg>
    </span>
  );
}
