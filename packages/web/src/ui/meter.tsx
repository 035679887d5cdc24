// A quota: a bar and the same in words. It is ink above 80 % and hatched when nothing is left.

import styles from './meter.module.css';
import { count } from './words.ts';

const NEARLY = 0.8;

export function Meter({ label, used, of }: { label: string; used: number; of: number }) {
  const share = of === 0 ? 1 : Math.min(1, used / of);
  const fill = share >= 1 ? 'url(#hatch)' : share > NEARLY ? 'var(--ink)' : 'var(--bar)';
  return (
    <div className={styles.meter}>
      <div className={styles.words}>
        <span>{label}</span>
        <span>
          {count(used)} of {count(of)} used · {count(Math.max(0, of - used))} left
        </span>
      </div>
      <svg aria-hidden="true" width="100%" height="8" preserveAspectRatio="none">
        <Hatch />
        <rect width="100%" height="8" fill="var(--track)" />
        <rect width={`${share * 100}%`} height="8" fill={fill} />
      </svg>
    </div>
  );
}

/** The pattern of what is refused, capped or stale. */
export function Hatch() {
  return (
    <defs>
      <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="4" fill="var(--surface)" />
        <rect width="2" height="4" fill="var(--ink)" />
      </pattern>
    </defs>
  );
}
