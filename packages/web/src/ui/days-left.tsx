// The time until something happens, with a bar that empties.

import styles from './days-left.module.css';
import { hoursLeft, timeOf, type When } from './format.ts';

const WIDTH = 64;

/** `span` is the whole time; the bar is the rest of it. It is ink in its last third. */
export function DaysLeft({ until, span, now }: { until: When; span: number; now: number }) {
  const share = Math.max(0, Math.min(1, (timeOf(until) - now) / span));
  return (
    <span className={styles.left}>
      {hoursLeft(until, now)}
      <svg aria-hidden="true" width={WIDTH} height="4">
        <rect width={WIDTH} height="4" fill="var(--track)" />
        <rect width={WIDTH * share} height="4" fill={share < 1 / 3 ? 'var(--ink)' : 'var(--bar)'} />
      </svg>
    </span>
  );
}
