// Long work on a run: a bar with counts and an estimate. It comes from the store, so every page shows the same.

import { useNow } from '../../ui/clock.ts';
import { count, plural, timeOf } from '../../ui/format.ts';
import type { Progress } from './run.ts';
import styles from './work-bar.module.css';

const WORDS = { scoring: 'scored', publishing: 'signed' } as const;

export function WorkBar({ progress, isShort = false }: { progress: Progress; isShort?: boolean }) {
  const now = useNow();
  const { stage, done, total } = progress;
  const share = total === 0 ? 1 : done / total;
  const words = `${count(done)} of ${count(total)} ${WORDS[stage]}`;
  return (
    <span className={isShort ? `${styles.work} ${styles.short}` : styles.work}>
      <svg
        className={styles.bar}
        width="100%"
        height="8"
        role="progressbar"
        aria-label={stage === 'scoring' ? 'Scoring' : 'Publishing'}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <rect width="100%" height="8" fill="var(--track)" />
        <rect width={`${share * 100}%`} height="8" fill="var(--ink)" />
      </svg>
      <span className={styles.words}>
        {words}
        {isShort ? '' : ` · ${timeLeft(progress, now)}`}
      </span>
    </span>
  );
}

/** As fast as until now. */
function timeLeft({ stage, done, total, started_at, updated_at }: Progress, now: number): string {
  if (done === 0) return 'starting';
  if (done === total) return stage === 'scoring' ? 'finishing' : 'writing the publication';
  const updated = timeOf(updated_at);
  const perProvider = (updated - timeOf(started_at)) / done;
  const left = Math.max(0, perProvider * (total - done) - (now - updated));
  const seconds = Math.ceil(left / 1000);
  if (seconds <= 1) return 'a second left';
  return seconds < 90
    ? `about ${plural(seconds, 'second')} left`
    : `about ${plural(Math.round(seconds / 60), 'minute')} left`;
}
