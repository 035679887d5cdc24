// What became of a run that is no draft any longer.

import { Link } from '@tanstack/react-router';
import type { Run } from '../runs/run.ts';
import styles from './committee.module.css';

export function Outcome({ run }: { run: Run }) {
  if (run.status === 'published')
    return (
      <p className={styles.outcome}>
        Its indicators are public: <a href="/">scores</a>, <a href="/changelog">changelog</a>.
      </p>
    );
  if (run.status === 'discarded')
    return (
      <p className={styles.outcome}>
        {run.finished_at === null
          ? 'Its computation was cut off or failed, and nothing of it can be published.'
          : 'It was discarded, and nothing more of it can be published.'}{' '}
        <Link to="/desk/runs">All runs</Link>
      </p>
    );
  if (run.status === 'computing' && run.progress === null)
    return (
      <p className={styles.outcome}>
        Its computation was cut off. It is discarded within the hour; start another one.
      </p>
    );
  return null;
}
