// A quota: a bar and the same in words. It is ink above 80 % and hatched when nothing is left.

import { useNow } from './clock.ts';
import { count, until, type When } from './format.ts';
import styles from './meter.module.css';

const NEARLY = 0.8;

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  /** When the next request is accepted; null while some are left. */
  nextAt: When | null;
  note?: string;
}

export function Meter({ label, used, limit, nextAt, note }: MeterProps) {
  const now = useNow();
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const fill = share >= 1 ? 'url(#hatch)' : share > NEARLY ? 'var(--ink)' : 'var(--bar)';
  return (
    <div className={styles.meter}>
      <div className={styles.words}>
        <span>{label}</span>
        <span>
          {count(used)} of {count(limit)} used · {count(Math.max(0, limit - used))} left
        </span>
      </div>
      <svg aria-hidden="true" width="100%" height="8">
        <Hatch />
        <rect width="100%" height="8" fill="var(--track)" />
        <rect width={`${share * 100}%`} height="8" fill={fill} />
      </svg>
      {nextAt === null && note === undefined ? null : (
        <p className={styles.note}>
          {nextAt === null ? note : `All used: the next request is accepted ${until(nextAt, now)}.`}
        </p>
      )}
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
